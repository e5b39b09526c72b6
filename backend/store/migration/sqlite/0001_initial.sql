-- Documents: one row a document, whatever its state.
CREATE TABLE document (
	id                TEXT    NOT NULL PRIMARY KEY,
	name              TEXT    NOT NULL,
	status            TEXT    NOT NULL,
	message           TEXT    NOT NULL,
	viewable          BOOLEAN NOT NULL,
	page_count        BIGINT  NOT NULL,
	created_at        BIGINT  NOT NULL, -- milliseconds since 1970, UTC
	original_url      TEXT    NOT NULL,
	download_filename TEXT    NOT NULL,
	original_saved    BOOLEAN NOT NULL,
	webhook_url       TEXT    NOT NULL,
	original          TEXT    NOT NULL, -- SHA-256 of the uploaded bytes, hex; empty until fetched
	type              TEXT    NOT NULL, -- by content; empty until known, and where not supported
	pdf               TEXT    NOT NULL, -- SHA-256 of the PDF that pages are drawn from; empty until there is one
	sizes             TEXT    NOT NULL, -- JSON, [[pages, width, height], …] in points
	revision          BIGINT  NOT NULL, -- grows with every change of this row
	version           BIGINT  NOT NULL  -- grows when the PDF is replaced
);
CREATE INDEX document_by_time ON document (created_at, id);
CREATE INDEX document_by_status ON document (status);
CREATE INDEX document_by_original ON document (original);
CREATE INDEX document_by_pdf ON document (pdf);

-- Viewing sessions: the id is the grant.
CREATE TABLE viewing_session (
	id          TEXT   NOT NULL PRIMARY KEY,
	document_id TEXT   NOT NULL REFERENCES document (id) ON DELETE CASCADE,
	created_at  BIGINT NOT NULL,
	expires_at  BIGINT NOT NULL
);
CREATE INDEX viewing_session_by_document ON viewing_session (document_id);

-- API keys, stored as SHA-256 of their random bits.
CREATE TABLE api_key (
	id         TEXT   NOT NULL PRIMARY KEY,
	name       TEXT   NOT NULL,
	hash       TEXT   NOT NULL UNIQUE,
	created_at BIGINT NOT NULL,
	revoked_at BIGINT -- null while it is good
);
