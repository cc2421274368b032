/* One row per place of a change, with its word in a sentence. Without rows. */
CREATE OR REPLACE TABLE change_places (place VARCHAR, word VARCHAR)
