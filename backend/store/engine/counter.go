package engine

// Counter is the maximum number that a numbered column has ever contained.
type Counter struct {
	Table, Column string
	Last          int64
}

// NumberedColumns maps tables to the columns that number their rows. A number is never used again, even after its row
// was deleted.
var NumberedColumns = map[string]string{
	"pdf": "id", "event": "id", "webhook_delivery": "number", "webhook_attempt": "id", "webhook_secret": "id",
	"folder_arrival": "id", "template": "number", "task": "number",
}
