-- When the processing of a document began, in milliseconds since 1970; 0 where it has not.
ALTER TABLE document ADD COLUMN started_at BIGINT NOT NULL DEFAULT 0;

-- What has happened. The ids are the order in which others are told, and never used again.
CREATE TABLE event (
	id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	type         TEXT    NOT NULL,
	document_id  TEXT    NOT NULL, -- which the event may outlive
	data         TEXT    NOT NULL, -- JSON object
	triggered_at BIGINT  NOT NULL,
	url          TEXT    NOT NULL, -- of the webhook that it is for; empty for none
	delivery     BIGINT            -- in which it is; null while it waits, and for no webhook
);
CREATE INDEX event_by_document ON event (document_id, id);
CREATE INDEX event_waiting ON event (document_id, id) WHERE delivery IS NULL AND url <> '';

-- Deliveries to webhooks. Id, events and bytes are fixed from the first try on.
CREATE TABLE webhook_delivery (
	number      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- in their order
	id          TEXT    NOT NULL UNIQUE,
	document_id TEXT    NOT NULL,
	url         TEXT    NOT NULL,
	types       TEXT    NOT NULL, -- of its events, with a comma between two
	body        TEXT    NOT NULL,
	state       TEXT    NOT NULL,
	created_at  BIGINT  NOT NULL,
	tries       BIGINT  NOT NULL, -- that count by the schedule
	next_at     BIGINT,           -- when it is tried next; null where it is not, and while it is tried
	ended_at    BIGINT            -- null while it is pending
);
CREATE INDEX webhook_delivery_by_document ON webhook_delivery (document_id, number);
CREATE INDEX webhook_delivery_by_state ON webhook_delivery (state, number);
CREATE INDEX webhook_delivery_by_end ON webhook_delivery (ended_at);

CREATE TABLE webhook_attempt (
	id       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	delivery BIGINT  NOT NULL REFERENCES webhook_delivery (number) ON DELETE CASCADE,
	at       BIGINT  NOT NULL,
	status   BIGINT  NOT NULL, -- HTTP; 0 where there was no answer
	error    TEXT    NOT NULL, -- a sentence; empty for success
	ms       BIGINT  NOT NULL,
	answer   TEXT    NOT NULL  -- its beginning
);
CREATE INDEX webhook_attempt_by_delivery ON webhook_attempt (delivery, id);

-- The documents of which there is something to deliver: a lane has one delivery at a time.
CREATE TABLE webhook_lane (
	document_id TEXT   NOT NULL PRIMARY KEY,
	host        TEXT   NOT NULL, -- where it leads, with the port
	delivery    BIGINT,          -- the pending one; null before its first try
	due_at      BIGINT           -- when it is tried; null while it is
);
CREATE INDEX webhook_lane_by_time ON webhook_lane (due_at, document_id, host);

-- Where nobody wants to hear of a document any more (HTTP status 410).
CREATE TABLE webhook_gone (
	document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
	url         TEXT NOT NULL,
	PRIMARY KEY (document_id, url)
);

-- The secrets that sign deliveries, sealed: the newest one, and those that it has replaced,
-- until their time is over.
CREATE TABLE webhook_secret (
	id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	sealed      BLOB    NOT NULL,
	valid_until BIGINT  -- null for the newest
);
