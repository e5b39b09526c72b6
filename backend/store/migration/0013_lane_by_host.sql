-- What waits for a host that is full costs nothing to pass over: deliveries are looked for host by host.
CREATE INDEX webhook_lane_by_host ON webhook_lane (host, due_at, document_id);
DROP INDEX webhook_lane_by_time;
CREATE INDEX webhook_lane_by_time ON webhook_lane (due_at);
