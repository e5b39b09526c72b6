-- What a person has done with a document, and where it came from.
ALTER TABLE document ADD COLUMN favorite BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE document ADD COLUMN opened_at BIGINT NOT NULL DEFAULT 0;   -- last, as created_at; 0 for never
ALTER TABLE document ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0;  -- in the trash since; 0 where it is not there
ALTER TABLE document ADD COLUMN source_path TEXT NOT NULL DEFAULT '';  -- of the file of this machine that it was taken from
ALTER TABLE document ADD COLUMN folder_id TEXT NOT NULL DEFAULT '';    -- of the watched folder that it came from
ALTER TABLE document ADD COLUMN profile TEXT NOT NULL DEFAULT '';      -- names of what its sessions get where
ALTER TABLE document ADD COLUMN theme TEXT NOT NULL DEFAULT '';        -- nothing else is said

-- What lists are narrowed by, in one number, which the index of each order has: so a list reads
-- the rows that it gives, and no others. 1 in the trash, 2 favorite, 4 opened, 8 processing,
-- 16 failed; 32 times 1 for a PDF, 2 for text, 3 for a sheet, 4 for slides.
ALTER TABLE document ADD COLUMN facet INTEGER NOT NULL GENERATED ALWAYS AS (
	(deleted_at <> 0) | ((favorite <> 0) << 1) | ((opened_at <> 0) << 2) | ((status = 'processing') << 3) | ((status = 'failed') << 4)
	| (CASE
		WHEN type = 'pdf' THEN 1
		WHEN type IN ('doc', 'docx', 'dotx', 'rtf') THEN 2
		WHEN type IN ('xls', 'xlsx') THEN 3
		WHEN type = '' THEN 0
		ELSE 4
	END << 5)
) VIRTUAL;
DROP INDEX document_by_time;
DROP INDEX document_by_post;
DROP INDEX document_by_name;
DROP INDEX document_by_pages;
DROP INDEX document_by_status;
CREATE INDEX document_by_time ON document (created_at, id, facet);
CREATE INDEX document_by_post ON document (posted_at, id, facet);
CREATE INDEX document_by_name ON document (name_folded, id, facet);
CREATE INDEX document_by_pages ON document (page_count, id, facet);
CREATE INDEX document_by_opening ON document (opened_at, id, facet);
CREATE INDEX document_by_size ON document (size, id, facet);
CREATE INDEX document_by_type ON document (type, id, facet);
CREATE INDEX document_by_deletion ON document (deleted_at, id, facet);
CREATE INDEX document_by_folder ON document (folder_id, id, facet) WHERE folder_id <> '';

-- The tags of documents, each by itself: the column tags is what they come from.
CREATE TABLE document_tag (
	tag         TEXT    NOT NULL,
	deleted     BOOLEAN NOT NULL, -- the document is in the trash
	document_id TEXT    NOT NULL REFERENCES document (id) ON DELETE CASCADE,
	PRIMARY KEY (tag, deleted, document_id)
) WITHOUT ROWID;
CREATE INDEX document_tag_by_document ON document_tag (document_id);

-- Collections of documents, which a person makes.
CREATE TABLE collection (
	id         TEXT   NOT NULL PRIMARY KEY,
	name       TEXT   NOT NULL,
	color      TEXT   NOT NULL, -- as #rrggbb; empty for none
	created_at BIGINT NOT NULL
);
CREATE TABLE document_collection (
	collection_id TEXT    NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
	deleted       BOOLEAN NOT NULL, -- the document is in the trash
	document_id   TEXT    NOT NULL REFERENCES document (id) ON DELETE CASCADE,
	PRIMARY KEY (collection_id, deleted, document_id)
) WITHOUT ROWID;
CREATE INDEX document_collection_by_document ON document_collection (document_id);

-- How many documents there are: of each facet, and outside the trash with each tag, in each
-- collection and of each folder. Triggers keep it, so that nobody counts a library's rows.
CREATE TABLE tally (
	kind  TEXT   NOT NULL, -- facet, tag, collection or folder
	name        NOT NULL,
	count BIGINT NOT NULL,
	PRIMARY KEY (kind, name)
) WITHOUT ROWID;

CREATE TRIGGER document_counted AFTER INSERT ON document BEGIN
	INSERT INTO tally VALUES ('facet', new.facet, 1) ON CONFLICT DO UPDATE SET count = count + 1;
	INSERT INTO tally SELECT 'folder', new.folder_id, 1 WHERE new.folder_id <> '' AND new.deleted_at = 0
		ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER document_uncounted AFTER DELETE ON document BEGIN
	UPDATE tally SET count = count - 1 WHERE kind = 'facet' AND name = old.facet;
	UPDATE tally SET count = count - 1 WHERE kind = 'folder' AND name = old.folder_id AND old.deleted_at = 0;
END;
CREATE TRIGGER document_recounted AFTER UPDATE ON document WHEN old.facet <> new.facet BEGIN
	UPDATE tally SET count = count - 1 WHERE kind = 'facet' AND name = old.facet;
	INSERT INTO tally VALUES ('facet', new.facet, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER document_moved AFTER UPDATE OF folder_id, deleted_at ON document
	WHEN old.folder_id <> new.folder_id OR (old.deleted_at = 0) <> (new.deleted_at = 0) BEGIN
	UPDATE tally SET count = count - 1 WHERE kind = 'folder' AND name = old.folder_id AND old.deleted_at = 0;
	INSERT INTO tally SELECT 'folder', new.folder_id, 1 WHERE new.folder_id <> '' AND new.deleted_at = 0
		ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER document_tagged AFTER INSERT ON document WHEN new.tags <> '' BEGIN
	INSERT OR IGNORE INTO document_tag SELECT value, new.deleted_at <> 0, new.id FROM json_each(new.tags);
END;
CREATE TRIGGER document_retagged AFTER UPDATE OF tags ON document WHEN old.tags <> new.tags BEGIN
	DELETE FROM document_tag WHERE document_id = new.id;
	INSERT OR IGNORE INTO document_tag SELECT value, new.deleted_at <> 0, new.id
		FROM json_each(CASE new.tags WHEN '' THEN '[]' ELSE new.tags END);
END;
CREATE TRIGGER document_trashed AFTER UPDATE OF deleted_at ON document WHEN (old.deleted_at = 0) <> (new.deleted_at = 0) BEGIN
	UPDATE document_tag SET deleted = new.deleted_at <> 0 WHERE document_id = new.id;
	UPDATE document_collection SET deleted = new.deleted_at <> 0 WHERE document_id = new.id;
END;
CREATE TRIGGER document_tag_counted AFTER INSERT ON document_tag WHEN NOT new.deleted BEGIN
	INSERT INTO tally VALUES ('tag', new.tag, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER document_tag_uncounted AFTER DELETE ON document_tag WHEN NOT old.deleted BEGIN
	UPDATE tally SET count = count - 1 WHERE kind = 'tag' AND name = old.tag;
END;
CREATE TRIGGER document_tag_recounted AFTER UPDATE ON document_tag WHEN old.deleted <> new.deleted BEGIN
	INSERT INTO tally VALUES ('tag', new.tag, old.deleted - new.deleted) ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER document_collection_counted AFTER INSERT ON document_collection WHEN NOT new.deleted BEGIN
	INSERT INTO tally VALUES ('collection', new.collection_id, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER document_collection_uncounted AFTER DELETE ON document_collection WHEN NOT old.deleted BEGIN
	UPDATE tally SET count = count - 1 WHERE kind = 'collection' AND name = old.collection_id;
END;
CREATE TRIGGER document_collection_recounted AFTER UPDATE ON document_collection WHEN old.deleted <> new.deleted BEGIN
	INSERT INTO tally VALUES ('collection', new.collection_id, old.deleted - new.deleted)
		ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
-- What counts nothing any more is kept by nobody.
CREATE TRIGGER tally_emptied AFTER UPDATE ON tally WHEN new.count = 0 BEGIN
	DELETE FROM tally WHERE kind = new.kind AND name = new.name;
END;

-- The documents that there are.
INSERT INTO document_tag SELECT DISTINCT value, FALSE, document.id FROM document, json_each(document.tags) WHERE document.tags <> '';
INSERT INTO tally SELECT 'facet', facet, COUNT(*) FROM document GROUP BY facet;
