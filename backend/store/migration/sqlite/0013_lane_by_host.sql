-- Where many lanes lead to hosts that are full, what is due is looked for host by host.
CREATE INDEX webhook_lane_by_host ON webhook_lane (host, due_at, document_id);
