/*
---
row: code
rests_on: named
---
One row: `pattern`, the regular expression of hosts that look like staging, development and test
hosts.
*/
SELECT
    '^([^.]+|127[.][0-9.]+|10[.][0-9.]+|192[.]168[.][0-9.]+'
    || '|172[.](1[6-9]|2[0-9]|3[01])[.][0-9.]+|0[.]0[.]0[.]0)(:[0-9]+)?$'
    || '|(^|[.-])(staging|stage|dev|develop|test|testing|uat|qa|preprod|preview)[0-9]*[.-]'
    || '|[.](vercel[.]app|netlify[.]app|pages[.]dev|herokuapp[.]com|onrender[.]com|wpengine[.]com'
    || '|ngrok[.]io|ngrok-free[.]app|local|localhost|test|internal)(:[0-9]+)?$' AS pattern
