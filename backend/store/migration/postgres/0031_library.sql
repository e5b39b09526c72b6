-- beside 29
-- A known text, sealed: a start tells by it whether the key of secrets is still the same.
ALTER TABLE library ADD COLUMN seal_check BYTEA;
