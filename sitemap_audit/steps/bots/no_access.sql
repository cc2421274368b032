/*
One row per bot of `bots.csv` (`number` is its place there), origin with listed URLs, and rule of its
robots.txt that applies to some of them; `rule` is NULL where none applies. `allowed`, `blocked` and
`not_checked` count distinct listed URLs: they can be added up. Of `train-ai` only those have rows of
which a Content-Usage line says whether they may be used. At first without rows.
*/
CREATE OR REPLACE TABLE bot_access (
    number BIGINT,
    token VARCHAR,
    product VARCHAR,
    owner VARCHAR,
    purpose VARCHAR,
    documentation VARCHAR,
    host VARCHAR,
    robots_url VARCHAR,
    allowed BIGINT,
    blocked BIGINT,
    not_checked BIGINT,
    rule VARCHAR,
    line BIGINT,
    example VARCHAR
)
