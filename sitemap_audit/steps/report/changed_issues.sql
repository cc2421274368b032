/*
One row per issue of which URLs, hosts or files are new or fixed, the most severe first.
*/
SELECT
    issue."check",
    run.title,
    issue.severity,
    issue.unit,
    issue.before,
    issue.fixed,
    issue.new,
    issue.now,
    issue.not_compared_before,
    issue.not_compared_now,
    issue.more
FROM issue_changes AS issue
INNER JOIN check_runs AS run ON issue."check" = run."check"
WHERE issue.fixed + issue.new + issue.more > 0
ORDER BY run.rank ASC, issue.new DESC, issue.fixed DESC, issue."check" ASC
