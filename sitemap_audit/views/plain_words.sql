/*
One row per code that a fact is stored as, with the words that a finding says it in. `topic`: url
(what is wrong with an address) | difference (between two addresses) | code (what is wrong with a
language code) | error (why no answer came). What has no row is said as it is stored.
*/
WITH given (topic, code, words) AS (
    VALUES
    ('url', 'empty', 'empty'),
    ('url', 'relative', 'not a full address'),
    ('url', 'protocol-relative', 'without http or https'),
    ('url', 'scheme', 'neither http nor https'),
    ('url', 'userinfo', 'with a user name or password in it'),
    ('url', 'malformed', 'no valid address'),
    ('url', 'too-long', 'over 65,536 characters'),
    ('difference', 'scheme', 'http and https'),
    ('difference', 'http-to-https', 'http, and not https'),
    ('difference', 'https-to-http', 'https, and not http'),
    ('difference', 'www', 'www'),
    ('difference', 'trailing-slash', 'slash at the end'),
    ('difference', 'case', 'capitals'),
    ('difference', 'index-page', 'name of the index page'),
    ('difference', 'query-order', 'order of the parameters'),
    ('difference', 'encoding', 'Unicode form or percent-encoding'),
    ('difference', 'query-lost', 'query lost'),
    ('difference', 'several', 'other slips'),
    ('difference', 'home', 'home page'),
    ('difference', 'host', 'other host'),
    ('difference', 'site', 'other site'),
    ('code', 'underscore', 'underscore in place of the hyphen'),
    ('code', 'reversed-order', 'region before the language'),
    ('code', 'region-only', 'region without a language'),
    ('code', 'unknown-language', 'no language of ISO 639-1'),
    ('code', 'unknown-region', 'no region of ISO 3166-1'),
    ('code', 'unknown-script', 'no script of ISO 15924'),
    ('code', 'three-letter', 'language in three letters'),
    ('code', 'un-m49', 'region in digits'),
    ('code', 'x-default-malformed', 'x-default misspelt'),
    ('code', 'reserved-region', 'reserved region, not assigned'),
    ('code', 'malformed', 'no language code'),
    ('error', 'dns', 'no such host'),
    ('error', 'no-address', 'host name without an IP address'),
    ('error', 'resolver', 'no answer from DNS'),
    ('error', 'refused', 'connection refused'),
    ('error', 'unreachable', 'host not reachable'),
    ('error', 'tls', 'no secure connection'),
    ('error', 'timeout', 'no answer in time'),
    ('error', 'reset', 'connection cut off'),
    ('error', 'truncated', 'answer broken off'),
    ('error', 'too-large', 'body too large to be read'),
    ('error', 'headers-too-large', 'header lines too large to be read'),
    ('error', 'invalid-response', 'no valid HTTP answer'),
    ('error', 'undecodable', 'body that cannot be unpacked')
)

SELECT
    topic,
    code,
    words
FROM given
