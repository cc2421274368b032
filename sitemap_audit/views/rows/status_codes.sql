/*
---
row: code
rests_on: named
---
One row per status code from 100 to 999: what it says of the URL, and what of the request.

`meaning`: content (2xx) | redirect (3xx) | missing (404, 410) | client-error (another 4xx: nobody
gets the content) | login (credentials or a client certificate are missing; for search engines too)
| forbidden (a rule of the server, for everybody or for this audit only) | refused (only about the
request or the client: payment, bot protection, a rate limit, the connection; it says nothing about
the URL) | network (of a proxy or the network of this machine, not of the site) | throttled (429) | unavailable (503) | server-error (another 5xx) |
undefined (HTTP defines no such class).

Sources: RFC 9110 (15.5.2 to 15.5.20), RFC 6585 (429, 431, 511), RFC 7725 (451), RFC 8470 (425), RFC
4918 (423). Of vendors: 402 is pay per crawl of Cloudflare, and a shop that Shopify or Shopline has
frozen; 405 a CAPTCHA of AWS WAF or a block of Alibaba Cloud WAF; 406 a block of ModSecurity; 418
and 444 blocks of firewalls; 420 a rate limit, and a locked shop; 430 the security of Shopify; 433
to 436 that of Shopline; 440 and 449 Microsoft IIS; 450 parental controls of Windows; 456 a used-up
quota; 460, 463 and 464 the load balancer of AWS; 494 to 497 nginx; 498 and 499 a token of ArcGIS;
999 LinkedIn. 509, 520 to 527, 529 and 530 (Cloudflare and hosting providers) are errors of the
server or its provider, for everybody.
*/
WITH given (status, meaning) AS (
    VALUES
    (401, 'login'),
    (402, 'refused'),
    (403, 'forbidden'),
    (404, 'missing'),
    (405, 'forbidden'),
    (406, 'forbidden'),
    (407, 'network'),
    (408, 'refused'),
    (410, 'missing'),
    (418, 'refused'),
    (420, 'refused'),
    (421, 'refused'),
    (423, 'forbidden'),
    (425, 'refused'),
    (429, 'throttled'),
    (430, 'refused'),
    (431, 'refused'),
    (433, 'refused'),
    (434, 'refused'),
    (435, 'refused'),
    (436, 'refused'),
    (440, 'login'),
    (444, 'refused'),
    (449, 'refused'),
    (450, 'refused'),
    (451, 'forbidden'),
    (456, 'refused'),
    (460, 'refused'),
    (463, 'refused'),
    (464, 'refused'),
    (494, 'refused'),
    (495, 'login'),
    (496, 'login'),
    (498, 'login'),
    (499, 'login'),
    (503, 'unavailable'),
    (511, 'network'),
    (999, 'refused')
),

classes (hundreds, meaning) AS (
    VALUES
    (1, 'undefined'),
    (2, 'content'),
    (3, 'redirect'),
    (4, 'client-error'),
    (5, 'server-error'),
    (6, 'undefined'),
    (7, 'undefined'),
    (8, 'undefined'),
    (9, 'undefined')
),

digits (digit) AS (
    VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)
),

codes AS (
    SELECT
        100 * classes.hundreds + 10 * tens.digit + ones.digit AS status,
        classes.meaning
    FROM classes
    CROSS JOIN digits AS tens
    CROSS JOIN digits AS ones
)

SELECT
    codes.status,
    COALESCE(given.meaning, codes.meaning) AS meaning
FROM codes
LEFT JOIN given ON codes.status = given.status
