-- How many documents there are of each facet, by itself: in the tally, a name is a text.
CREATE TABLE facet_tally (
	facet INTEGER NOT NULL PRIMARY KEY,
	count BIGINT  NOT NULL
);
INSERT INTO facet_tally SELECT name, count FROM tally WHERE kind = 'facet';
DELETE FROM tally WHERE kind = 'facet';
DROP TRIGGER document_counted;
DROP TRIGGER document_uncounted;
DROP TRIGGER document_recounted;
CREATE TRIGGER document_counted AFTER INSERT ON document BEGIN
	INSERT INTO facet_tally VALUES (new.facet, 1) ON CONFLICT DO UPDATE SET count = count + 1;
	INSERT INTO tally SELECT 'folder', new.folder_id, 1 WHERE new.folder_id <> '' AND new.deleted_at = 0
		ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER document_uncounted AFTER DELETE ON document BEGIN
	UPDATE facet_tally SET count = count - 1 WHERE facet = old.facet;
	UPDATE tally SET count = count - 1 WHERE kind = 'folder' AND name = old.folder_id AND old.deleted_at = 0;
END;
CREATE TRIGGER document_recounted AFTER UPDATE ON document WHEN old.facet <> new.facet BEGIN
	UPDATE facet_tally SET count = count - 1 WHERE facet = old.facet;
	INSERT INTO facet_tally VALUES (new.facet, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER facet_tally_emptied AFTER UPDATE ON facet_tally WHEN new.count = 0 BEGIN
	DELETE FROM facet_tally WHERE facet = new.facet;
END;
