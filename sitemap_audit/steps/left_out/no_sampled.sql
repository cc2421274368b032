/*
One row per URL of the sample; `weight`: the number of URLs that it stands for. At first without
rows.
*/
CREATE OR REPLACE TABLE sampled (url_key BIGINT, weight DOUBLE)
