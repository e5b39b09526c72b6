-- Who has done what, with which key. The ids are their order.
CREATE TABLE audit (
	id       BIGINT NOT NULL PRIMARY KEY,
	at       BIGINT NOT NULL, -- milliseconds since 1970
	key_id   TEXT   NOT NULL,
	key_name TEXT   NOT NULL, -- as it was then
	action   TEXT   NOT NULL, -- an operation of the interface, by its id
	status   BIGINT NOT NULL, -- HTTP, of the answer
	remote   TEXT   NOT NULL, -- address of who asked; empty for a command of the server's own machine
	request  TEXT   NOT NULL  -- id of the request; empty for a command
);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_key ON audit (key_id, id);
CREATE INDEX audit_by_action ON audit (action, id);

-- What it was done with: the ids of documents, keys and so on, which they may outlive.
CREATE TABLE audit_object (
	object   TEXT   NOT NULL,
	audit_id BIGINT NOT NULL REFERENCES audit (id) ON DELETE CASCADE,
	place    BIGINT NOT NULL, -- among those of one entry, from 0
	PRIMARY KEY (audit_id, place)
);
CREATE INDEX audit_object_by_name ON audit_object (object, audit_id);
