package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"io/fs"
	"log/slog"

	"lectern/backend/search"
)

// engine is a database: what each of them does in its own way. All other SQL is the same for
// all; question marks stand for its values.
type engine interface {
	// name is that of the database in messages, without a secret.
	name() string
	// pools gives the connections for writing and for reading.
	pools() (write, read *sql.DB)
	// migrations gives the files of this engine, which have numbers. An engine that came later
	// begins with a greater one.
	migrations() (fs.FS, error)
	// alone has do run while no other program migrates.
	alone(ctx context.Context, do func() error) error
	// prepareMigrations makes the table of the migrations that were made, which may be there.
	prepareMigrations(ctx context.Context) error
	// noteMigration notes in its transaction that a migration is made.
	noteMigration(ctx context.Context, tx *sql.Tx, m migration) error
	// awaitOlder waits until all programs at work know a migration.
	awaitOlder(ctx context.Context, version int) error
	// canWorkWith says whether a program that knows migrations up to one can work with all that were made.
	canWorkWith(ctx context.Context, version int) (bool, error)
	// isLocked says whether an error is that others use what is to be changed.
	isLocked(err error) bool
	// filled does what a migration leaves to Go, in its transaction.
	filled(ctx context.Context, tx *sql.Tx, version int, log *slog.Logger) error
	// migrateQueue brings the tables of the job queue to their newest form.
	migrateQueue(ctx context.Context, log *slog.Logger) error
	// newQueue makes what inserts jobs, and works them.
	newQueue(log *slog.Logger) (*queue, error)
	// claim has this program be the only server at the library, until it is closed. Where another one
	// is, the error says so.
	claim(ctx context.Context) error
	// attend puts back the jobs that no living program runs, and says that this one lives. Where that
	// cannot be said any more, it calls lost: others take this one for dead. When it can be said again
	// after a try that failed, it calls back.
	attend(ctx context.Context, lost, back func()) (attendance, error)
	// node is what this program is called among those that attend; empty where there are no others.
	node() string
	// bury says of one that attended that it is dead, so that nobody waits for it.
	bury(ctx context.Context, node string) error
	// own is the condition that a job is said to run in this program.
	own() string
	// transact has do fill a writing transaction, the only one at a time. A lasting one is on the
	// disk when it returns.
	transact(ctx context.Context, tx *Tx, do func(*Tx) error) error
	// tell is called at the end of a transaction: it has all programs at this library ring for what that
	// brings, when it is committed.
	tell(ctx context.Context, tx *Tx) error
	// listen has hear called for what other programs at this library tell.
	listen(ctx context.Context, hear func(notice)) error
	// broadcast sends messages to them.
	broadcast(ctx context.Context, messages []string) error
	// lead has do run while this program is the one that does what one at a time does, until ctx ends.
	lead(ctx context.Context, do func(ctx context.Context))
	// columns gives the columns of a table that are stored, none where it is missing.
	columns(ctx context.Context, table string) ([]string, error)
	// counters gives the greatest numbers that numbered rows were ever given, and setCounter has a table go on
	// behind one.
	counters(ctx context.Context) ([]counter, error)
	setCounter(ctx context.Context, tx *sql.Tx, c counter) error
	// findNode says whether a server works on the database, and on which machine; of one in a file its folder's
	// lock tells.
	findNode(ctx context.Context) (host string, at bool, err error)
	// identity gives what tells the database from a restored dump of it, and from one made with it as the template.
	identity(ctx context.Context) (string, error)
	// ping says whether the database answers, and this program can work with it.
	ping(ctx context.Context) error
	// looking are the options of a transaction that sees one state of the database.
	looking() *sql.TxOptions
	// size gives how many bytes the database takes up.
	size(ctx context.Context) (int64, error)
	// vacuum gives the room back that removed records have left.
	vacuum(ctx context.Context) error
	// truncateLog gives the room of the log of changes back, where that is a file.
	truncateLog(ctx context.Context) error
	// byName is what a query says that goes through the index of names.
	byName() string
	// metadata words the condition that a document's metadata has a value under a name, with what
	// its question marks stand for.
	metadata(name string, value json.RawMessage) (condition string, arguments []any)
	// index finds pages by their words.
	index() wordIndex
	close() error
}

// attendance is the part that a program takes in the work at a library.
type attendance interface {
	// retire has what one program at a time does end here, before another one begins it.
	retire()
	// leave says that the program lives no more.
	leave()
}

// wordIndex finds pages by their words, which Go cuts: every database gives the same pages. A
// page's id orders it by its PDF and its number.
type wordIndex interface {
	// insert stores the text of a page, with its words.
	insert(ctx context.Context, tx *Tx, id int64, text string) error
	// newest gives the pages that have what a query wants, at most limit: those with the greatest
	// ids below one.
	newest(ctx context.Context, q *search.Query, before int64, limit int) ([]scoredPage, error)
	// texts gives such pages with ids between two, both excluded, with the smallest ids first.
	texts(ctx context.Context, q *search.Query, after, before int64, limit int) ([]storedText, error)
	// count gives how many such pages there are between two ids.
	count(ctx context.Context, q *search.Query, after, before int64) (int, error)
}

// scoredPage is a page by its id, with how well it is what was searched for: higher is better.
type scoredPage struct {
	id    int64
	score float64
}

// storedText is the text of a page, by the page's id.
type storedText struct {
	id   int64
	text string
}
