-- What was fetched from an address, newest first: few of many.
CREATE INDEX document_fetched ON document (created_at, id, facet) WHERE original_url <> '';
