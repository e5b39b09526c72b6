package engine

// Counter is the greatest number that a column that numbers rows has ever given.
type Counter struct {
	Table, Column string
	Last          int64
}

// NumberedColumns are the columns that number rows, by their tables. None gives a number twice, also not that of a
// row that is gone.
var NumberedColumns = map[string]string{
	"pdf": "id", "event": "id", "webhook_delivery": "number", "webhook_attempt": "id", "webhook_secret": "id",
	"folder_arrival": "id", "template": "number", "task": "number",
}
