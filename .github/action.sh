#!/usr/bin/env bash
# The steps of action.yml, each by its name: keys, install, audit, annotate, comment, result.
# All that they install is in the folder PROGRAM: other steps of the job keep their PATH and Python.
set -euo pipefail
unset PYTHONHOME PYTHONPATH UV_FROZEN UV_PYTHON VIRTUAL_ENV # of the caller's project
UV=0.13.9

# Keys of the caches: of what the environment is made of, and of the inputs of the audit.
keys() {
    local python
    python=$(python3 -I -c 'import sys; print(sys.version, sys.base_prefix)')
    {
        echo "environment=$(digest "$UV" "$python" "$(cat "$GITHUB_ACTION_PATH/uv.lock")")"
        echo "audit=$(digest "$TARGET" "$BASE" "$HOSTING" "$OPTIONS" "$FAIL_ON")"
    } >>"$GITHUB_OUTPUT"
}

digest() {
    printf '%s\0' "$@" | sha256sum | cut -c 1-32
}

# Install uv and the environment, unless the cache has restored them; the program is this checkout.
install() {
    if [ ! -x "$PROGRAM/uv/bin/uv" ]; then
        python3 -I -m venv "$PROGRAM/uv"
        "$PROGRAM/uv/bin/python" -I -m pip install --quiet "uv==$UV"
    fi
    UV_PROJECT_ENVIRONMENT="$PROGRAM/environment" UV_PYTHON_INSTALL_DIR="$PROGRAM/python" \
        "$PROGRAM/uv/bin/uv" sync --quiet --locked --no-cache --no-dev --extra notify \
        --project "$GITHUB_ACTION_PATH"
}

sitemap-audit() {
    "$PROGRAM/environment/bin/sitemap-audit" "$@"
}

# Audit TARGET into OUTPUT. The step succeeds whatever is found: the steps after it report it.
audit() {
    local markdown="$OUTPUT/summary.md" sarif="" status=0 run folder quiet
    local -a options
    # Words and quotes as in a shell, and nothing that a shell would run or expand.
    readarray -d '' options < <(xargs -r printf '%s\0' <<<"${OPTIONS//$'\r'/ }")
    wait $! # fails for a quote without its other one
    options=(--pages auto "${options[@]}") # the last one of an option counts
    if [ -n "$HOSTING" ]; then options+=(--hosting "$HOSTING"); fi
    if [ -n "$BASE" ]; then options+=(--base "$BASE"); fi
    if [ "$FAIL_ON" != none ]; then options+=(--fail-on "$FAIL_ON"); fi
    mkdir -p "$OUTPUT"
    rm -f "$markdown" # of the audit that the cache restored
    run=$(newest)
    if [ -n "$run" ]; then options+=(--baseline "$(dirname "$run")"); fi
    # A text of the site is no command to the runner, wherever a line of the summary begins.
    quiet=$(head -c 16 /dev/urandom | sha256sum | cut -c 1-32)
    echo "::stop-commands::$quiet"
    sitemap-audit audit "${options[@]}" --quiet --output "$OUTPUT" \
        --format markdown --output-file "$markdown" -- "$TARGET" || status=$?
    echo "::$quiet::"
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

# Annotate the files of the folder where code scanning does not.
annotate() {
    # Its status is that of the audit again.
    sitemap-audit report "$FOLDER" --format github || true
}

# Comment on the pull request; replace the comment of an earlier run with the same inputs.
comment() {
    local comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" earlier
    export MARK="<!-- sitemap-audit $KEY -->"
    earlier=$(gh api --paginate "$comments" --jq \
        '.[] | select(.user.type == "Bot" and (.body | startswith(env.MARK))) | .id' | head -n 1)
    { echo "$MARK" && cat "$MARKDOWN"; } | if [ -n "$earlier" ]; then
        gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" \
            --field body=@-
    else
        gh api --silent --method POST "$comments" --field body=@-
    fi
}

result() {
    exit "$STATUS"
}

"$1"
