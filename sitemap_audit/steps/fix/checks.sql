/*
One row per check: whether it is corrected, and what the changes of its findings cannot say.

`way`, `adds`: `fix` and `adds` of its header. `of_entry`: its findings are of one entry each.
`of_pair`: they are of a URL and a related one. `meant`: another URL was meant than the one at
fault.
*/
CREATE TABLE fix_checks (
    name VARCHAR,
    is_chosen BOOLEAN,
    way VARCHAR,
    adds INTEGER,
    of_entry BOOLEAN,
    of_pair BOOLEAN,
    meant BOOLEAN
)
