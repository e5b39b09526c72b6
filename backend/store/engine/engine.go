// Package engine describes what a database has to offer to keep the records of a library. The packages sqlite and postgres
// implement it.
package engine

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"

	"lectern/backend/search"
	"lectern/backend/store/jobs"
	"lectern/backend/store/migration"
)

// Engine is a database: what each of them does in its own way. All other SQL is the same for
// all; question marks stand for its values.
type Engine interface {
	// Name is that of the database in messages, without a secret.
	Name() string
	migration.Migrator
	// NewQueue makes what inserts jobs, and works them.
	NewQueue(log *slog.Logger) (*jobs.Queue, error)
	// Claim has this program be the only server at the library, until it is closed. Where another one
	// is, the error says so.
	Claim(ctx context.Context) error
	jobs.Node
	// Node is what this program is called among those that attend; empty where there are no others.
	Node() string
	// DeclareDead says of one that attended that it is dead, so that nobody waits for it.
	DeclareDead(ctx context.Context, node string) error
	// Transact has do fill a writing transaction, the only one at a time. A lasting one is on the
	// disk when it returns.
	Transact(ctx context.Context, lasting bool, do func(*sql.Tx) error) error
	// tell is called at the end of a transaction: it has all programs at this library ring for what that
	// brings, when it is committed.
	Announce(ctx context.Context, tx *sql.Tx, lasting bool, c Changes) error
	// Listen has hear called for what other programs at this library tell.
	Listen(ctx context.Context, hear func(Notice)) error
	// Broadcast sends messages to them.
	Broadcast(ctx context.Context, messages []string) error
	// Lead has do run while this program is the one that does what one at a time does, until ctx ends.
	Lead(ctx context.Context, do func(ctx context.Context))
	// Columns gives the columns of a table that are stored, none where it is missing.
	Columns(ctx context.Context, table string) ([]string, error)
	// Counters gives the greatest numbers that numbered rows were ever given, and setCounter has a table go on
	// behind one.
	Counters(ctx context.Context) ([]Counter, error)
	SetCounter(ctx context.Context, tx *sql.Tx, c Counter) error
	// FindServer says whether a server works on the database, and on which machine; of one in a file its folder's
	// lock tells.
	FindServer(ctx context.Context) (host string, at bool, err error)
	// Identity gives what tells the database from a restored dump of it, and from one made with it as the template.
	Identity(ctx context.Context) (string, error)
	// Ping says whether the database answers, and this program can work with it.
	Ping(ctx context.Context) error
	// SnapshotOptions are the options of a transaction that sees one state of the database.
	SnapshotOptions() *sql.TxOptions
	// Size gives how many bytes the database takes up.
	Size(ctx context.Context) (int64, error)
	// Vacuum gives the room back that removed records have left.
	Vacuum(ctx context.Context) error
	// TruncateLog gives the room of the log of changes back, where that is a file.
	TruncateLog(ctx context.Context) error
	// NameIndexHint is what a query says that goes through the index of names.
	NameIndexHint() string
	// MetadataCondition words the condition that a document's metadata has a value under a name, with what
	// its question marks stand for.
	MetadataCondition(name string, value json.RawMessage) (condition string, arguments []any)
	// WordIndex finds pages by their words.
	WordIndex() WordIndex
	Close() error
}

// WordIndex finds pages by their words, which Go cuts: every database gives the same pages. A
// page's id orders it by its PDF and its number.
type WordIndex interface {
	// Insert stores the text of a page, with its words.
	Insert(ctx context.Context, tx *sql.Tx, id int64, text string) error
	// Newest gives the pages that have what a query wants, at most limit: those with the greatest
	// ids below one.
	Newest(ctx context.Context, q *search.Query, before int64, limit int) ([]ScoredPage, error)
	// Texts gives such pages with ids between two, both excluded, with the smallest ids first.
	Texts(ctx context.Context, q *search.Query, after, before int64, limit int) ([]PageText, error)
	// Count gives how many such pages there are between two ids.
	Count(ctx context.Context, q *search.Query, after, before int64) (int, error)
}

// ScoredPage is a page by its id, with how well it is what was searched for: higher is better.
type ScoredPage struct {
	ID    int64
	Score float64
}

// PageText is the text of a page, by the page's id.
type PageText struct {
	ID   int64
	Text string
}

// ScanTexts reads rows of ids and texts, and closes them.
func ScanTexts(rows *sql.Rows) (texts []PageText, err error) {
	defer rows.Close()
	for rows.Next() {
		var t PageText
		if err := rows.Scan(&t.ID, &t.Text); err != nil {
			return nil, err
		}
		texts = append(texts, t)
	}
	return texts, rows.Err()
}
