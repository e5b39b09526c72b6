-- The API key that made a session, by its id: 'local' for the window and the command line, empty where it is not
-- known or was revoked without ending the session. The reference names the session to callers that may not see its
-- id; Go fills it for the sessions that exist.
ALTER TABLE viewing_session ADD COLUMN maker TEXT NOT NULL DEFAULT '';
ALTER TABLE viewing_session ADD COLUMN reference TEXT NOT NULL DEFAULT '';
CREATE INDEX viewing_session_by_reference ON viewing_session (reference);
CREATE INDEX viewing_session_by_maker ON viewing_session (maker) WHERE maker <> '';
