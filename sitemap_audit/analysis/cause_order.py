"""What reports of the causes share with their order, as SQL."""

TIER_OF_SEVERITY = "CASE {0} WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 4 END"
ISSUE = "COALESCE({0}.diagnosis_id, CONCAT({0}.\"check\", CHR(10), COALESCE({0}.kind, '')))"
"What has one line in 'Do this first': a diagnosis, or the findings of one check and kind."
