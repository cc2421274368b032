/*
One row per stored code, with the words that findings use for it. `topic`: url (what is wrong with a
URL) | difference (between two URLs) | code (what is wrong with a language code) | error (why there
was no response). A code without a row is shown as stored.
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
    ('url', 'invisible', 'begins with an invisible character'),
    ('url', 'no-scheme', 'without http or https, so a relative URL'),
    ('url', 'placeholder', 'placeholder of a template'),
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
