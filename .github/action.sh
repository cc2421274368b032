#!/usr/bin/env bash
# The steps of action.yml, each by its name: install, audit, comment, result.
set -euo pipefail

install() {
    python -m pip install --quiet uv
    python -m uv sync --quiet --locked --no-dev --project "$GITHUB_ACTION_PATH"
    echo "$GITHUB_ACTION_PATH/.venv/bin" >>"$GITHUB_PATH"
}

# Audit TARGET into OUTPUT. The step succeeds whatever is found: the steps after it report it.
audit() {
    local markdown="$OUTPUT/summary.md" sarif="" status=0 run folder
    local -a options=()
    read -rd '' -a options <<<"$OPTIONS" || true # ends at the end of the text
    if [ -n "$BASE" ]; then options+=(--base "$BASE"); fi
    if [ "$FAIL_ON" != none ]; then options+=(--fail-on "$FAIL_ON"); fi
    mkdir -p "$OUTPUT"
    rm -f "$markdown" # of the audit that the cache restored
    run=$(newest)
    if [ -n "$run" ]; then options+=(--baseline "$(dirname "$run")"); fi
    sitemap-audit audit "$TARGET" "${options[@]}" --quiet --output "$OUTPUT" \
        --format markdown --output-file "$markdown" || status=$?
    run=$(newest)
    if [ -f "$markdown" ]; then
        cat "$markdown" >>"$GITHUB_STEP_SUMMARY"
        folder=$(dirname "$run")
        # Code scanning shows results only of files in the repository.
        if [ -e "$TARGET" ]; then
            sarif="$OUTPUT/results.sarif"
            # Its status is that of the audit again.
            sitemap-audit report "$folder" --format sarif --output-file "$sarif" >/dev/null || true
        fi
        if [ "$status" -le 1 ]; then # the next audit compares with this one
            find "$OUTPUT" -mindepth 2 -maxdepth 2 -type d ! -path "$folder" -exec rm -r {} +
        fi
    else
        markdown="" folder=""
    fi
    {
        echo "status=$status"
        echo "folder=$folder"
        echo "markdown=$markdown"
        echo "sarif=$sarif"
    } >>"$GITHUB_OUTPUT"
}

newest() {
    find "$OUTPUT" -mindepth 3 -maxdepth 3 -name run.json -printf '%T@ %p\n' |
        sort -n | tail -n 1 | cut -d ' ' -f 2-
}

# Comment on the pull request; replace the comment of an earlier run.
comment() {
    local comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" earlier
    MARK=$(head -n 1 "$MARKDOWN")
    export MARK
    earlier=$(gh api --paginate "$comments" --jq \
        '.[] | select(.user.type == "Bot" and (.body | startswith(env.MARK))) | .id' | head -n 1)
    if [ -n "$earlier" ]; then
        gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" \
            --field "body=@$MARKDOWN"
    else
        gh api --silent --method POST "$comments" --field "body=@$MARKDOWN"
    fi
}

result() {
    exit "$STATUS"
}

"$1"
