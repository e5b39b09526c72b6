package engine

// Counter is the greatest number that a numbered column has ever contained.
type Counter struct {
	Table, Column string
	Last          int64
}

// NumberedColumns are the columns that number rows, by table. None uses a number twice, even after the row was deleted.
var NumberedColumns = map[string]string{
	"pdf": "id", "event": "id", "webhook_delivery": "number", "webhook_attempt": "id", "webhook_secret": "id",
	"folder_arrival": "id", "template": "number", "task": "number",
}
