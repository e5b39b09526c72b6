package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"lectern/backend/store/migration"
	"log/slog"
	"strings"
)

// schemaObject is a row of sqlite_schema: a table, an index, a trigger or a view.
type schemaObject struct {
	kind, name, table string
	text              string // normalized SQL; empty for indexes that SQLite makes itself
	row               int64
}

// id identifies an object within its database. Triggers have a namespace of their own, and upper and lower case do not
// matter.
func (o schemaObject) id() string {
	if o.kind == "trigger" {
		return "trigger " + strings.ToLower(o.name)
	}
	return strings.ToLower(o.name)
}

// String describes an object in messages.
func (o schemaObject) String() string {
	if o.isVirtual() {
		return fmt.Sprintf("virtual table %q", o.name)
	}
	return fmt.Sprintf("%s %q", o.kind, o.name)
}

func (o schemaObject) isVirtual() bool {
	return strings.HasPrefix(strings.ToUpper(o.text), "CREATE VIRTUAL")
}

// same reports whether two objects have the same definition.
func (o schemaObject) same(other schemaObject) bool {
	return o.kind == other.kind && o.name == other.name && o.table == other.table && o.text == other.text
}

// readSchema returns all objects of a database. It reads only the table sqlite_schema.
func readSchema(ctx context.Context, db *sql.DB) (objects []schemaObject, err error) {
	rows, err := db.QueryContext(ctx, `SELECT rowid, type, name, tbl_name, COALESCE(sql, '') FROM sqlite_schema`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		if len(objects) == maxObjects {
			return nil, &SchemaError{[]string{fmt.Sprintf("it has more than %d tables, indexes, triggers and views", maxObjects)}}
		}
		var o schemaObject
		var text string
		if err := rows.Scan(&o.row, &o.kind, &o.name, &o.table, &text); err != nil {
			return nil, err
		}
		o.text = normalizeSQL(text)
		objects = append(objects, o)
	}
	return objects, rows.Err()
}

// expectedSchema returns the objects that the migrations up to a version and those of the job queue create, by their
// ids.
func expectedSchema(ctx context.Context, version int) (_ map[string]schemaObject, err error) {
	memory, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, memory.Close()) }()
	memory.SetMaxOpenConns(1) // each connection would have a database of its own
	log := slog.New(slog.DiscardHandler)
	on := &Database{write: memory, read: memory, log: log, isCopy: true}
	files, err := migration.SQLite()
	if err != nil {
		return nil, err
	}
	if err := migration.Apply(ctx, on, files, version, log); err != nil {
		return nil, err
	}
	if err := on.MigrateQueue(ctx, log); err != nil {
		return nil, err
	}
	objects, err := readSchema(ctx, memory)
	expected := make(map[string]schemaObject)
	for _, o := range objects {
		expected[o.id()] = o
	}
	return expected, err
}

// newestMigration returns the newest version that this program knows.
func newestMigration() (int, error) {
	files, err := migration.SQLite()
	if err != nil {
		return 0, err
	}
	return migration.Newest(files)
}

// normalizeSQL returns a statement without comments and without insignificant white space, so that statements with the
// same tokens are equal.
func normalizeSQL(text string) string {
	var out strings.Builder
	space := false
	for text != "" {
		token, isSpace := nextToken(text)
		text = text[len(token):]
		if isSpace {
			space = true
			continue
		}
		if space && out.Len() > 0 && !isPunctuation(token[0]) && !isPunctuation(lastByte(&out)) {
			out.WriteByte(' ')
		}
		space = false
		out.WriteString(token)
	}
	return out.String()
}

// nextToken returns the first white space, comment, quoted text, or other byte of a statement.
func nextToken(text string) (token string, isSpace bool) {
	until := func(end string, from int) string {
		if i := strings.Index(text[from:], end); i >= 0 {
			return text[:from+i+len(end)]
		}
		return text
	}
	switch c := text[0]; {
	case strings.HasPrefix(text, "--"):
		return until("\n", 2), true
	case strings.HasPrefix(text, "/*"):
		return until("*/", 2), true
	case c == '\'' || c == '"' || c == '`':
		return until(string(c), 1), false
	case c == '[':
		return until("]", 1), false
	default:
		return text[:1], strings.IndexByte(" \t\r\n\f", c) >= 0
	}
}

func isPunctuation(c byte) bool { return c == '(' || c == ')' || c == ',' || c == ';' }

func lastByte(out *strings.Builder) byte { return out.String()[out.Len()-1] }
