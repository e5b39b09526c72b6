-- The tables of a library on PostgreSQL, as the first 29 migrations have made them on SQLite. What
-- columns mean is said there.

-- Text whose order is that of its bytes, on every database.
CREATE DOMAIN word AS TEXT COLLATE "C";

CREATE TABLE document (
	id                word    NOT NULL PRIMARY KEY,
	name              word    NOT NULL,
	status            word    NOT NULL,
	message           word    NOT NULL,
	viewable          BOOLEAN NOT NULL,
	page_count        BIGINT  NOT NULL,
	created_at        BIGINT  NOT NULL,
	original_url      word    NOT NULL,
	download_filename word    NOT NULL,
	original_saved    BOOLEAN NOT NULL,
	webhook_url       word    NOT NULL,
	original          word    NOT NULL,
	type              word    NOT NULL,
	pdf               word    NOT NULL,
	revision          BIGINT  NOT NULL,
	version           BIGINT  NOT NULL,
	password          BYTEA,
	reason            word    NOT NULL DEFAULT '',
	started_at        BIGINT  NOT NULL DEFAULT 0,
	external_id       word    NOT NULL DEFAULT '',
	metadata          word    NOT NULL DEFAULT '',
	tags              word    NOT NULL DEFAULT '',
	size              BIGINT  NOT NULL DEFAULT 0,
	attempt           BIGINT  NOT NULL DEFAULT 1,
	posted_at         BIGINT  NOT NULL DEFAULT 0,
	name_folded       word    NOT NULL DEFAULT '',
	failure           word    NOT NULL DEFAULT '',
	favorite          BOOLEAN NOT NULL DEFAULT FALSE,
	opened_at         BIGINT  NOT NULL DEFAULT 0,
	deleted_at        BIGINT  NOT NULL DEFAULT 0,
	source_path       word    NOT NULL DEFAULT '',
	folder_id         word    NOT NULL DEFAULT '',
	profile           word    NOT NULL DEFAULT '',
	theme             word    NOT NULL DEFAULT '',
	facet             INTEGER NOT NULL GENERATED ALWAYS AS (
		(deleted_at <> 0)::INTEGER | (favorite::INTEGER << 1) | ((opened_at <> 0)::INTEGER << 2)
		| ((status = 'processing')::INTEGER << 3) | ((status = 'failed')::INTEGER << 4)
		| (CASE
			WHEN type = 'pdf' THEN 1
			WHEN type IN ('doc', 'docx', 'dotx', 'rtf') THEN 2
			WHEN type IN ('xls', 'xlsx') THEN 3
			WHEN type = '' THEN 0
			ELSE 4
		END << 5)
	) STORED
);
CREATE INDEX document_by_original ON document (original);
CREATE INDEX document_by_pdf ON document (pdf);
CREATE INDEX document_by_external_id ON document (external_id) WHERE external_id <> '';
CREATE INDEX document_by_time ON document (created_at, id, facet);
CREATE INDEX document_by_post ON document (posted_at, id, facet);
CREATE INDEX document_by_name ON document (name_folded, id, facet);
CREATE INDEX document_by_pages ON document (page_count, id, facet);
CREATE INDEX document_by_opening ON document (opened_at, id, facet);
CREATE INDEX document_by_size ON document (size, id, facet);
CREATE INDEX document_by_type ON document (type, id, facet);
CREATE INDEX document_by_deletion ON document (deleted_at, id, facet);
CREATE INDEX document_by_folder ON document (folder_id, id, facet) WHERE folder_id <> '';
CREATE INDEX document_fetched ON document (created_at, id, facet) WHERE original_url <> '';

CREATE TABLE viewing_session (
	id          word    NOT NULL PRIMARY KEY,
	document_id word    NOT NULL,
	created_at  BIGINT  NOT NULL,
	expires_at  BIGINT  NOT NULL,
	ended_at    BIGINT,
	profile     word    NOT NULL,
	theme       word    NOT NULL,
	locked      BOOLEAN NOT NULL,
	reader      word    NOT NULL,
	max_views   BIGINT  NOT NULL,
	views       BIGINT  NOT NULL,
	notify      BOOLEAN NOT NULL,
	told_at     BIGINT  NOT NULL DEFAULT 0,
	own         BOOLEAN NOT NULL DEFAULT FALSE,
	preview     BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX viewing_session_by_document ON viewing_session (document_id, created_at);
CREATE INDEX viewing_session_by_time ON viewing_session (created_at, id);
CREATE INDEX viewing_session_by_end ON viewing_session (expires_at);
CREATE TABLE session_view (
	id         word   NOT NULL PRIMARY KEY,
	session_id word   NOT NULL REFERENCES viewing_session (id) ON DELETE CASCADE,
	opened_at  BIGINT NOT NULL,
	seconds    BIGINT NOT NULL,
	pages      word   NOT NULL
);
CREATE INDEX session_view_by_session ON session_view (session_id, opened_at);
CREATE TABLE clock (latest BIGINT NOT NULL);

CREATE TABLE api_key (
	id           word   NOT NULL PRIMARY KEY,
	name         word   NOT NULL,
	hash         word   NOT NULL UNIQUE,
	created_at   BIGINT NOT NULL,
	revoked_at   BIGINT,
	role         word   NOT NULL DEFAULT 'admin',
	expires_at   BIGINT,
	last_used_at BIGINT
);
CREATE TABLE idempotency (
	sender      word   NOT NULL,
	key         word   NOT NULL,
	fingerprint word   NOT NULL,
	documents   word   NOT NULL,
	created_at  BIGINT NOT NULL,
	PRIMARY KEY (sender, key)
);
CREATE INDEX idempotency_by_time ON idempotency (created_at);
CREATE TABLE setting (
	name  word NOT NULL PRIMARY KEY,
	value word NOT NULL
);
CREATE TABLE viewer_setting (
	noun       word   NOT NULL,
	name       word   NOT NULL,
	updated_at BIGINT NOT NULL,
	properties word   NOT NULL,
	PRIMARY KEY (noun, name)
);

CREATE TABLE pdf (
	id           BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	content      word   NOT NULL UNIQUE,
	pages        BIGINT NOT NULL,
	sizes        word   NOT NULL,
	indexed      BIGINT NOT NULL DEFAULT 0,
	unread       BIGINT NOT NULL DEFAULT 0,
	unseen       word   NOT NULL DEFAULT '',
	unread_pages word   NOT NULL DEFAULT ''
);
CREATE TABLE conversion (
	original word NOT NULL,
	type     word NOT NULL,
	engine   word NOT NULL,
	pdf      word NOT NULL REFERENCES pdf (content) ON DELETE CASCADE,
	report   word NOT NULL DEFAULT '{}',
	PRIMARY KEY (original, type, engine)
);
CREATE INDEX conversion_by_pdf ON conversion (pdf);
CREATE TABLE report (
	document_id word NOT NULL PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
	report      word NOT NULL
);

CREATE TABLE event (
	id           BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	type         word   NOT NULL,
	document_id  word   NOT NULL,
	data         word   NOT NULL,
	triggered_at BIGINT NOT NULL,
	url          word   NOT NULL,
	delivery     BIGINT
);
CREATE INDEX event_by_document ON event (document_id, id);
CREATE INDEX event_waiting ON event (document_id, id) WHERE delivery IS NULL AND url <> '';
CREATE TABLE webhook_delivery (
	number      BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	id          word   NOT NULL UNIQUE,
	document_id word   NOT NULL,
	url         word   NOT NULL,
	types       word   NOT NULL,
	body        word   NOT NULL,
	state       word   NOT NULL,
	created_at  BIGINT NOT NULL,
	tries       BIGINT NOT NULL,
	next_at     BIGINT,
	ended_at    BIGINT
);
CREATE INDEX webhook_delivery_by_document ON webhook_delivery (document_id, number);
CREATE INDEX webhook_delivery_by_state ON webhook_delivery (state, number);
CREATE INDEX webhook_delivery_by_end ON webhook_delivery (ended_at);
CREATE TABLE webhook_attempt (
	id       BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	delivery BIGINT NOT NULL REFERENCES webhook_delivery (number) ON DELETE CASCADE,
	at       BIGINT NOT NULL,
	status   BIGINT NOT NULL,
	error    word   NOT NULL,
	ms       BIGINT NOT NULL,
	answer   word   NOT NULL
);
CREATE INDEX webhook_attempt_by_delivery ON webhook_attempt (delivery, id);
CREATE TABLE webhook_lane (
	document_id word   NOT NULL PRIMARY KEY,
	host        word   NOT NULL,
	delivery    BIGINT,
	due_at      BIGINT
);
CREATE INDEX webhook_lane_by_time ON webhook_lane (due_at, document_id, host);
CREATE INDEX webhook_lane_by_host ON webhook_lane (host, due_at, document_id);
CREATE TABLE webhook_gone (
	document_id word NOT NULL REFERENCES document (id) ON DELETE CASCADE,
	url         word NOT NULL,
	PRIMARY KEY (document_id, url)
);
CREATE TABLE webhook_secret (
	id          BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	sealed      BYTEA  NOT NULL,
	valid_until BIGINT
);

CREATE TABLE folder (
	id         word    NOT NULL PRIMARY KEY,
	path       word    NOT NULL UNIQUE,
	settings   word    NOT NULL,
	device     word    NOT NULL,
	created_at BIGINT  NOT NULL,
	deleted    BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE TABLE folder_arrival (
	id          BIGINT  NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	folder_id   word    NOT NULL REFERENCES folder (id),
	path        word    NOT NULL,
	state       word    NOT NULL,
	message     word    NOT NULL,
	document_id word    NOT NULL,
	content     word    NOT NULL,
	size        BIGINT  NOT NULL,
	modified    BIGINT  NOT NULL,
	seen_at     BIGINT  NOT NULL,
	taken_at    BIGINT  NOT NULL,
	gone_at     BIGINT  NOT NULL,
	target      word    NOT NULL,
	moved       BOOLEAN NOT NULL,
	pending     BOOLEAN NOT NULL,
	again       BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX folder_arrival_by_path ON folder_arrival (folder_id, path) WHERE NOT moved;
CREATE INDEX folder_arrival_by_time ON folder_arrival (folder_id, seen_at, id);
CREATE INDEX folder_arrival_by_state ON folder_arrival (folder_id, state, seen_at, id);
CREATE INDEX folder_arrival_by_content ON folder_arrival (content, folder_id) WHERE content <> '';
CREATE INDEX folder_arrival_by_document ON folder_arrival (document_id) WHERE document_id <> '';
CREATE INDEX folder_arrival_pending ON folder_arrival (folder_id, id) WHERE pending;
CREATE INDEX folder_arrival_gone ON folder_arrival (gone_at) WHERE gone_at <> 0;

CREATE TABLE template (
	number     BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	id         word   NOT NULL UNIQUE,
	name       word   NOT NULL UNIQUE,
	created_at BIGINT NOT NULL
);
CREATE TABLE template_version (
	template_id word   NOT NULL REFERENCES template (id) ON DELETE CASCADE,
	number      BIGINT NOT NULL,
	filename    word   NOT NULL,
	type        word   NOT NULL,
	size        BIGINT NOT NULL,
	created_at  BIGINT NOT NULL,
	content     word   NOT NULL,
	PRIMARY KEY (template_id, number)
);
CREATE INDEX template_version_by_content ON template_version (content);
CREATE TABLE template_data (
	template_id word   NOT NULL REFERENCES template (id) ON DELETE CASCADE,
	name        word   NOT NULL,
	params      BYTEA  NOT NULL,
	changed_at  BIGINT NOT NULL,
	PRIMARY KEY (template_id, name)
);
CREATE TABLE sample_given (given_at BIGINT NOT NULL);

CREATE TABLE task (
	number        BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	id            word   NOT NULL UNIQUE,
	state         word   NOT NULL,
	created_at    BIGINT NOT NULL,
	started_at    BIGINT,
	ended_at      BIGINT,
	identifier    word   NOT NULL,
	template      word   NOT NULL,
	template_name word   NOT NULL,
	params        BYTEA,
	options       word   NOT NULL,
	integration   word   NOT NULL,
	log           word   NOT NULL,
	problems      word   NOT NULL,
	row_count     BIGINT,
	rows_done     BIGINT NOT NULL DEFAULT 0,
	rows_failed   BIGINT NOT NULL DEFAULT 0,
	template_id   word   NOT NULL DEFAULT ''
);
CREATE INDEX task_by_state ON task (state, number);
CREATE INDEX task_by_end ON task (ended_at);
CREATE INDEX task_by_template ON task (template);
CREATE INDEX task_by_library_template ON task (template_id, number);
CREATE TABLE task_result (
	task_id     word    NOT NULL REFERENCES task (id) ON DELETE CASCADE,
	place       BIGINT  NOT NULL,
	id          word    NOT NULL,
	name        word    NOT NULL,
	type        word    NOT NULL,
	size        BIGINT  NOT NULL,
	content     word    NOT NULL,
	marked      BOOLEAN NOT NULL,
	document_id word    NOT NULL,
	session_id  word    NOT NULL,
	platform_id word    NOT NULL,
	PRIMARY KEY (task_id, place)
);
CREATE INDEX task_result_by_content ON task_result (content);
CREATE TABLE task_source (
	task_id word  NOT NULL PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
	content BYTEA NOT NULL
);
CREATE TABLE task_row (
	task_id  word   NOT NULL REFERENCES task (id) ON DELETE CASCADE,
	number   BIGINT NOT NULL,
	state    word   NOT NULL,
	name     word   NOT NULL,
	problems word   NOT NULL,
	line     BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (task_id, number)
);
CREATE INDEX task_row_by_state ON task_row (task_id, state, number);
CREATE TABLE task_row_result (
	task_id     word   NOT NULL,
	number      BIGINT NOT NULL,
	place       BIGINT NOT NULL,
	id          word   NOT NULL,
	name        word   NOT NULL,
	type        word   NOT NULL,
	size        BIGINT NOT NULL,
	content     word   NOT NULL,
	document_id word   NOT NULL,
	session_id  word   NOT NULL,
	platform_id word   NOT NULL,
	PRIMARY KEY (task_id, number, place),
	FOREIGN KEY (task_id, number) REFERENCES task_row (task_id, number) ON DELETE CASCADE
);
CREATE INDEX task_row_result_by_content ON task_row_result (content);
CREATE INDEX task_row_result_by_id ON task_row_result (task_id, id);

-- Texts of pages, and the index of the words that Go cuts them into: which words a page has. Where
-- they stand is looked up in the text, as PostgreSQL keeps places up to the 16,383rd word only.
CREATE TABLE page_text (
	id    BIGINT NOT NULL PRIMARY KEY,
	text  word   NOT NULL,
	words TSVECTOR NOT NULL
);
CREATE INDEX page_text_words ON page_text USING GIN (words);
CREATE FUNCTION pdf_removed() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	DELETE FROM page_text WHERE id BETWEEN old.id << 20 AND (old.id << 20) + 1048575;
	RETURN NULL;
END $$;
CREATE TRIGGER pdf_removed AFTER DELETE ON pdf FOR EACH ROW EXECUTE FUNCTION pdf_removed();

CREATE TABLE document_tag (
	tag         word    NOT NULL,
	deleted     BOOLEAN NOT NULL,
	document_id word    NOT NULL REFERENCES document (id) ON DELETE CASCADE,
	PRIMARY KEY (tag, deleted, document_id)
);
CREATE INDEX document_tag_by_document ON document_tag (document_id);
CREATE TABLE collection (
	id         word   NOT NULL PRIMARY KEY,
	name       word   NOT NULL,
	color      word   NOT NULL,
	created_at BIGINT NOT NULL
);
CREATE TABLE document_collection (
	collection_id word    NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
	deleted       BOOLEAN NOT NULL,
	document_id   word    NOT NULL REFERENCES document (id) ON DELETE CASCADE,
	PRIMARY KEY (collection_id, deleted, document_id)
);
CREATE INDEX document_collection_by_document ON document_collection (document_id);

-- How many there are, of each facet and kind. Triggers keep it, so that nobody counts rows. What
-- counts nothing any more is kept by nobody.
CREATE TABLE facet_tally (
	facet INTEGER NOT NULL PRIMARY KEY,
	count BIGINT  NOT NULL
);
CREATE TABLE tally (
	kind  word   NOT NULL,
	name  word   NOT NULL,
	count BIGINT NOT NULL,
	PRIMARY KEY (kind, name)
);
CREATE TABLE arrival_tally (
	folder_id word   NOT NULL,
	state     word   NOT NULL,
	count     BIGINT NOT NULL,
	PRIMARY KEY (folder_id, state)
);
CREATE FUNCTION count_facet(of INTEGER, change INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO facet_tally AS t VALUES (of, change) ON CONFLICT (facet) DO UPDATE SET count = t.count + excluded.count;
	DELETE FROM facet_tally WHERE facet = of AND count = 0;
END $$;
CREATE FUNCTION count_name(of TEXT, called TEXT, change INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO tally AS t VALUES (of, called, change) ON CONFLICT (kind, name) DO UPDATE SET count = t.count + excluded.count;
	DELETE FROM tally WHERE kind = of AND name = called AND count = 0;
END $$;
CREATE FUNCTION count_arrival(folder TEXT, now TEXT, change INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO arrival_tally AS t VALUES (folder, now, change) ON CONFLICT (folder_id, state) DO UPDATE SET count = t.count + excluded.count;
	DELETE FROM arrival_tally WHERE folder_id = folder AND state = now AND count = 0;
END $$;

CREATE FUNCTION document_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	PERFORM count_facet(new.facet, 1);
	IF new.folder_id <> '' AND new.deleted_at = 0 THEN
		PERFORM count_name('folder', new.folder_id, 1);
	END IF;
	IF new.tags <> '' THEN
		INSERT INTO document_tag SELECT value, new.deleted_at <> 0, new.id FROM json_array_elements_text(new.tags::JSON) ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER document_counted AFTER INSERT ON document FOR EACH ROW EXECUTE FUNCTION document_counted();
CREATE FUNCTION document_uncounted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	PERFORM count_facet(old.facet, -1);
	IF old.folder_id <> '' AND old.deleted_at = 0 THEN
		PERFORM count_name('folder', old.folder_id, -1);
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER document_uncounted AFTER DELETE ON document FOR EACH ROW EXECUTE FUNCTION document_uncounted();
CREATE FUNCTION document_recounted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	PERFORM count_facet(old.facet, -1), count_facet(new.facet, 1);
	RETURN NULL;
END $$;
CREATE TRIGGER document_recounted AFTER UPDATE ON document FOR EACH ROW WHEN (old.facet <> new.facet) EXECUTE FUNCTION document_recounted();
CREATE FUNCTION document_moved() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	IF old.folder_id <> '' AND old.deleted_at = 0 THEN
		PERFORM count_name('folder', old.folder_id, -1);
	END IF;
	IF new.folder_id <> '' AND new.deleted_at = 0 THEN
		PERFORM count_name('folder', new.folder_id, 1);
	END IF;
	IF (old.deleted_at = 0) <> (new.deleted_at = 0) THEN
		UPDATE document_tag SET deleted = new.deleted_at <> 0 WHERE document_id = new.id;
		UPDATE document_collection SET deleted = new.deleted_at <> 0 WHERE document_id = new.id;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER document_moved AFTER UPDATE OF folder_id, deleted_at ON document FOR EACH ROW
	WHEN (old.folder_id <> new.folder_id OR (old.deleted_at = 0) <> (new.deleted_at = 0)) EXECUTE FUNCTION document_moved();
CREATE FUNCTION document_retagged() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	DELETE FROM document_tag WHERE document_id = new.id;
	INSERT INTO document_tag SELECT value, new.deleted_at <> 0, new.id
		FROM json_array_elements_text((CASE new.tags WHEN '' THEN '[]' ELSE new.tags END)::JSON) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
CREATE TRIGGER document_retagged AFTER UPDATE OF tags ON document FOR EACH ROW WHEN (old.tags <> new.tags) EXECUTE FUNCTION document_retagged();

CREATE FUNCTION document_tag_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP <> 'INSERT' AND NOT old.deleted THEN
		PERFORM count_name('tag', old.tag, -1);
	END IF;
	IF TG_OP <> 'DELETE' AND NOT new.deleted THEN
		PERFORM count_name('tag', new.tag, 1);
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER document_tag_counted AFTER INSERT OR UPDATE OR DELETE ON document_tag FOR EACH ROW EXECUTE FUNCTION document_tag_counted();
CREATE FUNCTION document_collection_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP <> 'INSERT' AND NOT old.deleted THEN
		PERFORM count_name('collection', old.collection_id, -1);
	END IF;
	IF TG_OP <> 'DELETE' AND NOT new.deleted THEN
		PERFORM count_name('collection', new.collection_id, 1);
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER document_collection_counted AFTER INSERT OR UPDATE OR DELETE ON document_collection FOR EACH ROW EXECUTE FUNCTION document_collection_counted();
CREATE FUNCTION arrival_counted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM count_arrival(old.folder_id, old.state, -1);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM count_arrival(new.folder_id, new.state, 1);
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER arrival_counted AFTER INSERT OR DELETE OR UPDATE OF state ON folder_arrival FOR EACH ROW EXECUTE FUNCTION arrival_counted();

-- What SQLite has by itself, as far as it is used: the values of a JSON array, or none of null.
CREATE FUNCTION json_each(list TEXT) RETURNS TABLE (value TEXT) LANGUAGE sql IMMUTABLE AS $$
	SELECT json_array_elements_text((CASE list WHEN 'null' THEN '[]' ELSE list END)::JSON)
$$;

-- The programs that work on this library now.
CREATE TABLE node (
	id         word        NOT NULL PRIMARY KEY,
	name       word        NOT NULL, -- of its machine
	knows      BIGINT      NOT NULL, -- its newest migration
	started_at TIMESTAMPTZ NOT NULL,
	seen_at    TIMESTAMPTZ NOT NULL
);

-- Which library this is: a shared store of bytes says so, too.
CREATE TABLE library (
	single BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (single),
	id     word    NOT NULL,
	marked BOOLEAN NOT NULL DEFAULT FALSE -- whether the store has been told
);

-- Content of a shared store that nothing may need any more, or that was removed lately.
CREATE TABLE content_leaving (
	key     word   NOT NULL PRIMARY KEY,
	state   word   NOT NULL, -- noted, removing or gone
	since   BIGINT NOT NULL,
	removal BIGINT NOT NULL DEFAULT 0 -- the number of its last removal, 0 for none
);
CREATE INDEX content_leaving_by_state ON content_leaving (state, since);
CREATE SEQUENCE content_removal;
