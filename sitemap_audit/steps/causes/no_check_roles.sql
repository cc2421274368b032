/*
One row per check that was run, with what decides on the causes of its findings.

`way`: how they are grouped: sitemap | locales | rule | pattern. `row_of`: what a row of the view is
that the check is over. `tag`: the
tag of a page that its findings are about, where no change says it. `keeps_out`: host | pages. `explains_url`: all others about its URLs follow
from its findings. Without rows.
*/
CREATE OR REPLACE TABLE check_roles (
    "check" VARCHAR,
    subject VARCHAR,
    tag VARCHAR,
    way VARCHAR,
    row_of VARCHAR,
    finds_unnamed BOOLEAN,
    keeps_out VARCHAR,
    explains_url BOOLEAN
)
