/*
One row per URL, bot, status and day of a part of a log, with its requests.
*/
CREATE TABLE counts (
    url VARCHAR,
    url_key BIGINT,
    url_near_key BIGINT,
    bot VARCHAR,
    verified VARCHAR,
    status BIGINT,
    day VARCHAR,
    hits BIGINT
)
