/*
One row per code that a fact is stored as, with the words that a finding says it in. `topic`: url
(what is wrong with a URL) | difference (between two URLs) | code (what is wrong with a
language code) | error (why no answer came). What has no row is said as it is stored.
*/
WITH given (topic, code, words) AS (
    VALUES
    ('url', 'empty', 'empty'),
    ('url', 'relative', 'relative URL'),
    ('url', 'protocol-relative', 'no http or https'),
    ('url', 'scheme', 'not http or https'),
    ('url', 'userinfo', 'contains a user name or password'),
    ('url', 'malformed', 'not a valid URL'),
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
    ('code', 'underscore', 'underscore instead of hyphen'),
    ('code', 'reversed-order', 'region before language'),
    ('code', 'region-only', 'country code without a language'),
    ('code', 'unknown-language', 'not an ISO 639-1 language'),
    ('code', 'unknown-region', 'not an ISO 3166-1 country'),
    ('code', 'unknown-script', 'not an ISO 15924 script'),
    ('code', 'three-letter', 'three-letter language code'),
    ('code', 'un-m49', 'UN area code, not a country'),
    ('code', 'x-default-malformed', 'misspelled x-default'),
    ('code', 'reserved-region', 'region is not an ISO 3166-1 country'),
    ('code', 'malformed', 'not a valid language code'),
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
