-- How many files of a watched folder are in each state. Triggers keep it, so that nobody counts a
-- folder's rows.
CREATE TABLE arrival_tally (
	folder_id TEXT   NOT NULL,
	state     TEXT   NOT NULL,
	count     BIGINT NOT NULL,
	PRIMARY KEY (folder_id, state)
) WITHOUT ROWID;
CREATE TRIGGER arrival_counted AFTER INSERT ON folder_arrival BEGIN
	INSERT INTO arrival_tally VALUES (new.folder_id, new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER arrival_uncounted AFTER DELETE ON folder_arrival BEGIN
	UPDATE arrival_tally SET count = count - 1 WHERE folder_id = old.folder_id AND state = old.state;
END;
CREATE TRIGGER arrival_recounted AFTER UPDATE OF state ON folder_arrival WHEN old.state <> new.state BEGIN
	UPDATE arrival_tally SET count = count - 1 WHERE folder_id = old.folder_id AND state = old.state;
	INSERT INTO arrival_tally VALUES (new.folder_id, new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
-- What counts nothing any more is kept by nobody.
CREATE TRIGGER arrival_tally_emptied AFTER UPDATE ON arrival_tally WHEN new.count = 0 BEGIN
	DELETE FROM arrival_tally WHERE folder_id = new.folder_id AND state = new.state;
END;
INSERT INTO arrival_tally SELECT folder_id, state, COUNT(*) FROM folder_arrival GROUP BY folder_id, state;
