/*
One row per code that a fact is stored as, with the words that a finding says it in. `topic`: url
(what is wrong with an address) | difference (between two addresses) | code (what is wrong with a
language code) | error (why there was no response). A code without a row is shown as stored.
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
    ('difference', 'http-to-https', 'http instead of https'),
    ('difference', 'https-to-http', 'https instead of http'),
    ('difference', 'www', 'www'),
    ('difference', 'trailing-slash', 'trailing slash'),
    ('difference', 'case', 'upper and lower case'),
    ('difference', 'index-page', 'index page'),
    ('difference', 'query-order', 'order of the parameters'),
    ('difference', 'encoding', 'percent-encoding or Unicode form'),
    ('difference', 'query-lost', 'query string lost'),
    ('difference', 'several', 'several differences'),
    ('difference', 'home', 'homepage'),
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
    ('error', 'dns', 'DNS lookup failed (no such host)'),
    ('error', 'no-address', 'DNS lookup failed (no IP address)'),
    ('error', 'resolver', 'DNS server did not respond'),
    ('error', 'refused', 'Connection refused'),
    ('error', 'unreachable', 'Host unreachable'),
    ('error', 'tls', 'TLS handshake failed'),
    ('error', 'timeout', 'Timed out'),
    ('error', 'reset', 'Connection reset'),
    ('error', 'truncated', 'Incomplete response'),
    ('error', 'too-large', 'Response too large to read'),
    ('error', 'headers-too-large', 'Response headers too large to read'),
    ('error', 'invalid-response', 'Invalid HTTP response'),
    ('error', 'undecodable', 'Response cannot be decompressed')
)

SELECT
    topic,
    code,
    words
FROM given
