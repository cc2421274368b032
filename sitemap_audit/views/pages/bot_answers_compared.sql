/*
---
row: url
rests_on: others
---
One row per page and bot as which it was requested again (`--as`), and both responses.

`outcome`: same | differs | changes | refuses-bot | refused | failed (no response) | disallowed (not
requested: robots.txt).

refused: the response says nothing about the page, so the two are not compared: a challenge, a
status of a bot protection, a server error, or the same title or text for several pages of the host
that have titles of their own. The request does not come from the bot's IP addresses, so a server
may take it for a fake. A page whose first response was not 200 is not compared either.
refuses-bot: it is refused because it is this bot: robots.txt allows the page to it, the audit
itself got it with 200 in the same minute, and the bot gets 402, or another 4xx with its name in the
body. A text that speaks of a fake or an IP address does not count.
changes: what differs there differs in the audit's own second response, too, or, of bodies and
texts, nobody knows.

`difference`: what differs for the bot, the first of status | robots | type (Content-Type) |
canonical | body (of two responses that are not HTML) | text (less than half of the words of the
main text); NULL unless the outcome is differs.
`other_preferences`: the Content-Usage and Content-Signal headers for the bot, if the audit gets others
each time; none, if only the audit gets some. They may be meant for one bot, so they are no difference.
*/
WITH answers AS (
    SELECT
        again.url,
        again.url_key,
        again.bot,
        again.robots,
        again.status,
        again.redirect_url,
        again.noindex,
        again.canonical,
        again.canonical_key,
        again.canonicals,
        again.words,
        again.content_hash,
        again.error,
        again.challenge,
        again.bot_named,
        again.is_loop,
        again.content_type,
        again.body_hash,
        again.usage_preferences,
        pages.content_type AS own_type,
        pages.body_hash AS own_body_hash,
        pages.usage_preferences AS own_usage_preferences,
        pages.content_hash AS own_content_hash,
        pages.words AS own_words,
        pages.parsed,
        page.state,
        pages.status AS own_status,
        pages.noindex AS own_noindex,
        pages.canonicals AS own_canonicals,
        own.canonical AS own_canonical,
        own.canonical_key AS own_canonical_key,
        COALESCE(pages.title, '') AS own_title,
        second.id AS second_id,
        second.challenge AS second_challenge,
        second.status AS second_status,
        second.noindex AS second_noindex,
        second.content_type AS second_type,
        second.canonicals AS second_canonicals,
        second.canonical_key AS second_canonical_key,
        second.body_hash AS second_body_hash,
        second.usage_preferences AS second_usage_preferences,
        second.content_hash AS second_content_hash,
        CONCAT_WS(
            ' ',
            again.bot,
            SPLIT_PART(again.url, '/', 3),
            again.status,
            COALESCE(again.redirect_url, ''),
            COALESCE(again.title, again.content_hash, again.body_hash, '')
        ) AS response
    FROM bot_answers AS again
    INNER JOIN pages ON again.url_key = pages.url_key
    INNER JOIN page_states AS page ON pages.id = page.page_id
    LEFT JOIN effective_canonicals AS own ON again.url_key = own.url_key
    LEFT JOIN bot_answers AS second
        ON again.url_key = second.url_key AND again.bot = second.bot AND second.is_own
    WHERE NOT again.is_own
),

repeated AS (
    SELECT response
    FROM answers
    GROUP BY response
    HAVING MIN(own_title) <> MAX(own_title)
),

judged AS (
    SELECT
        answers.url,
        answers.url_key,
        answers.bot,
        answers.robots,
        answers.status,
        answers.redirect_url,
        answers.noindex,
        answers.canonical,
        answers.words,
        answers.error,
        answers.challenge,
        answers.bot_named,
        answers.own_status,
        answers.own_noindex,
        answers.own_canonical,
        answers.own_words,
        answers.is_loop,
        answers.content_type,
        answers.own_type,
        CASE
            WHEN
                COALESCE(answers.usage_preferences, '')
                <> COALESCE(answers.own_usage_preferences, '')
                AND answers.second_id IS NOT NULL
                AND COALESCE(answers.second_usage_preferences, '')
                = COALESCE(answers.own_usage_preferences, '')
                THEN COALESCE(REPLACE(answers.usage_preferences, CHR(10), ', '), 'none')
        END AS other_preferences,
        COALESCE(
            answers.status IS NULL
            OR (answers.error IS NOT NULL AND answers.status < 300)
            OR answers.challenge IS NOT NULL
            OR code.meaning NOT IN ('content', 'redirect', 'missing', 'client-error')
            OR answers.state <> 'ok'
            OR repeated.response IS NOT NULL
            OR answers.bot_named IS NOT NULL
            OR answers.status = 402,
            TRUE
        ) AS is_refused,
        COALESCE(
            answers.robots = 'allowed'
            AND answers.state = 'ok'
            AND answers.second_status = answers.own_status
            AND answers.second_challenge IS NULL
            AND (
                answers.status = 402
                OR (
                    answers.status BETWEEN 400 AND 499
                    AND answers.status NOT IN (404, 410, 429)
                    AND answers.bot_named IS NOT NULL
                    AND LOWER(answers.bot_named) NOT LIKE '%fake%'
                    AND LOWER(answers.bot_named) NOT LIKE '%spoof%'
                    AND LOWER(answers.bot_named) NOT LIKE '%imperson%'
                    AND LOWER(answers.bot_named) NOT LIKE '%verif%'
                    AND LOWER(answers.bot_named) NOT LIKE '%pretend%'
                    AND LOWER(answers.bot_named) NOT LIKE '%address%'
                    AND CONCAT(' ', LOWER(answers.bot_named), ' ') NOT LIKE '% ip %'
                )
            ),
            FALSE
        ) AS refuses_bot,
        COALESCE(answers.status <> answers.own_status, FALSE) AS other_status,
        COALESCE(answers.second_status <> answers.own_status, FALSE) AS unsure_status,
        COALESCE(answers.noindex <> answers.own_noindex, FALSE) AS other_robots,
        COALESCE(answers.second_noindex <> answers.own_noindex, FALSE) AS unsure_robots,
        COALESCE(
            answers.content_type <> answers.own_type
            AND NOT (
                answers.content_type IN ('text/html', 'application/xhtml+xml')
                AND answers.own_type IN ('text/html', 'application/xhtml+xml')
            ),
            FALSE
        ) AS other_type,
        COALESCE(answers.second_type <> answers.own_type, FALSE) AS unsure_type,
        COALESCE(answers.canonical_key <> answers.own_canonical_key, FALSE)
        OR (answers.canonical_key IS NOT NULL AND answers.own_canonicals = 0)
        OR (answers.own_canonical_key IS NOT NULL AND answers.canonicals = 0) AS other_canonical,
        COALESCE(
            answers.second_id IS NOT NULL
            AND (
                answers.second_canonicals <> answers.own_canonicals
                OR answers.second_canonical_key <> answers.own_canonical_key
            ),
            FALSE
        ) AS unsure_canonical,
        COALESCE(NOT answers.parsed AND answers.body_hash <> answers.own_body_hash, FALSE)
            AS other_body,
        COALESCE(answers.second_body_hash <> answers.own_body_hash, TRUE) AS unsure_body,
        COALESCE(
            answers.parsed
            AND answers.content_hash <> answers.own_content_hash
            AND answers.words * 2 < answers.own_words,
            FALSE
        ) AS other_text,
        COALESCE(answers.second_content_hash <> answers.own_content_hash, TRUE) AS unsure_text
    FROM answers
    LEFT JOIN status_codes AS code ON answers.status = code.status
    LEFT JOIN repeated ON answers.response = repeated.response
),

compared AS (
    SELECT
        url,
        url_key,
        bot,
        robots,
        status,
        redirect_url,
        noindex,
        canonical,
        words,
        error,
        challenge,
        bot_named,
        own_status,
        own_noindex,
        own_canonical,
        own_words,
        is_loop,
        content_type,
        own_type,
        other_preferences,
        is_refused,
        refuses_bot,
        CASE
            WHEN is_refused THEN NULL
            WHEN other_status AND NOT unsure_status THEN 'status'
            WHEN other_status THEN NULL
            WHEN other_robots AND NOT unsure_robots THEN 'robots'
            WHEN other_type AND NOT unsure_type THEN 'type'
            WHEN other_type THEN NULL
            WHEN other_canonical AND NOT unsure_canonical THEN 'canonical'
            WHEN other_body AND NOT unsure_body THEN 'body'
            WHEN other_text AND NOT unsure_text THEN 'text'
        END AS difference,
        other_status OR other_robots OR other_type OR other_canonical OR other_body OR other_text
            AS is_other
    FROM judged
)

SELECT
    url,
    url_key,
    bot,
    robots,
    status,
    redirect_url,
    noindex,
    canonical,
    words,
    challenge,
    bot_named,
    own_status,
    own_noindex,
    own_canonical,
    own_words,
    is_loop,
    content_type,
    own_type,
    other_preferences,
    difference,
    CASE
        WHEN error = 'disallowed' AND robots = 'disallowed' THEN 'disallowed'
        WHEN refuses_bot THEN 'refuses-bot'
        WHEN status IS NULL THEN 'failed'
        WHEN is_refused THEN 'refused'
        WHEN difference IS NOT NULL THEN 'differs'
        WHEN is_other THEN 'changes'
        ELSE 'same'
    END AS outcome
FROM compared
