-- beside 33
-- No earlier program goes on beside it: a session that one created would have no maker and no reference, so that it
-- would outlive its key, and a key that one revokes would leave its sessions in force.
-- The API key that made a session, by its id: 'local' for the window and the command line, empty where it is not
-- known or was revoked without ending the session. The reference names the session to callers that may not see its
-- id: the first 8 bytes of the SHA-256 of the id, in hexadecimal.
ALTER TABLE viewing_session ADD COLUMN maker word NOT NULL DEFAULT '';
ALTER TABLE viewing_session ADD COLUMN reference word NOT NULL DEFAULT '';
UPDATE viewing_session SET reference = ENCODE(SUBSTRING(SHA256(CONVERT_TO(id, 'UTF8')) FROM 1 FOR 8), 'hex');
CREATE INDEX viewing_session_by_reference ON viewing_session (reference);
CREATE INDEX viewing_session_by_maker ON viewing_session (maker) WHERE maker <> '';
