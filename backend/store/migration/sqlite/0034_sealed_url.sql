-- Addresses of documents, tasks, folders, events and deliveries are stored redacted, with the whole address sealed
-- behind them. The server seals those that exist at its next start, and removes the name of each table that is done.
CREATE TABLE unsealed_table (name TEXT NOT NULL PRIMARY KEY);
INSERT INTO unsealed_table (name) VALUES ('document'), ('event'), ('webhook_delivery'), ('webhook_gone'), ('folder'), ('task');
