/*
The same rows, with the number of the first of some rules that applies, if that is less.

Patterns are constants, one for each place: DuckDB matches these in linear time. A place that is not
needed is NULL, and costs nothing.
*/
SELECT
    url,
    path,
    LEAST(
        number,
        CASE
            WHEN path LIKE $pattern_01 THEN $number_01
            WHEN path LIKE $pattern_02 THEN $number_02
            WHEN path LIKE $pattern_03 THEN $number_03
            WHEN path LIKE $pattern_04 THEN $number_04
            WHEN path LIKE $pattern_05 THEN $number_05
            WHEN path LIKE $pattern_06 THEN $number_06
            WHEN path LIKE $pattern_07 THEN $number_07
            WHEN path LIKE $pattern_08 THEN $number_08
            WHEN path LIKE $pattern_09 THEN $number_09
            WHEN path LIKE $pattern_10 THEN $number_10
            WHEN path LIKE $pattern_11 THEN $number_11
            WHEN path LIKE $pattern_12 THEN $number_12
            WHEN path LIKE $pattern_13 THEN $number_13
            WHEN path LIKE $pattern_14 THEN $number_14
            WHEN path LIKE $pattern_15 THEN $number_15
            WHEN path LIKE $pattern_16 THEN $number_16
            WHEN path LIKE $pattern_17 THEN $number_17
            WHEN path LIKE $pattern_18 THEN $number_18
            WHEN path LIKE $pattern_19 THEN $number_19
            WHEN path LIKE $pattern_20 THEN $number_20
            WHEN path LIKE $pattern_21 THEN $number_21
            WHEN path LIKE $pattern_22 THEN $number_22
            WHEN path LIKE $pattern_23 THEN $number_23
            WHEN path LIKE $pattern_24 THEN $number_24
            WHEN path LIKE $pattern_25 THEN $number_25
        END
    ) AS number
FROM bot_matches
