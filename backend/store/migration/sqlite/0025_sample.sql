-- There is a row once the library was given its sample templates, or was seen to need none.
CREATE TABLE sample_given (given_at BIGINT NOT NULL);
