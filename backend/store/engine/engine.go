// Package engine describes what a database must provide to store the records of a library. The packages sqlite and
// postgres implement it.
package engine

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"

	"lectern/backend/store/jobs"
	"lectern/backend/store/migration"
)

// Engine is a database. Its interfaces cover the operations that differ between SQLite and PostgreSQL. All other SQL is
// the same for both, and uses question marks as placeholders.
type Engine interface {
	Connection
	Transactor
	migration.Migrator
	Cluster
	Notifier
	Storage
	Tables
	Dialect
	// NewQueue returns the job queue of the database.
	NewQueue(log *slog.Logger) (*jobs.Queue, error)
	// WordIndex returns the index of the words of pages.
	WordIndex() WordIndex
}

// Connection is the connection to a database.
type Connection interface {
	// Name returns the name of the database for messages, without secrets.
	Name() string
	// Identity returns a text that distinguishes the database from a restored dump of it, and from databases that were
	// created from it as their template. It is "" for a database in a file.
	Identity(ctx context.Context) (string, error)
	// Ping returns an error unless the database answers and this program can work with it.
	Ping(ctx context.Context) error
	Close() error
}

// Transactor runs writing transactions, one at a time.
type Transactor interface {
	// Transact calls do with a writing transaction and commits it. A durable transaction is on disk when Transact
	// returns.
	Transact(ctx context.Context, durable bool, do func(*sql.Tx) error) error
	// Announce is called at the end of a transaction. When the transaction is committed, other nodes are notified of
	// its changes.
	Announce(ctx context.Context, tx *sql.Tx, durable bool, c Changes) error
	// SnapshotOptions returns the options of a read transaction in which all queries see the same state of the
	// database.
	SnapshotOptions() *sql.TxOptions
}

// Cluster manages this program as one of the nodes that share a library.
type Cluster interface {
	jobs.Node
	// Node returns the node id of this program; "" if there can be no other nodes.
	Node() string
	// Claim makes this program the only server of the library until the database is closed. It returns an error if
	// another server has claimed the library.
	Claim(ctx context.Context) error
	// DeclareDead marks a node as dead, so that other nodes do not wait for its heartbeat to time out.
	DeclareDead(ctx context.Context, node string) error
	// Lead calls do whenever this node becomes the leader, until ctx ends. The context of do ends when another node may
	// become the leader.
	Lead(ctx context.Context, do func(ctx context.Context))
	// FindServer returns the host of a server that uses the database, if there is one. For a database in a file it
	// always returns false, because a server locks the folder of the file instead.
	FindServer(ctx context.Context) (host string, found bool, err error)
}

// Notifier exchanges notices between nodes.
type Notifier interface {
	// Listen calls notify with the notices of other nodes until the database is closed.
	Listen(ctx context.Context, notify func(Notice)) error
	// Broadcast sends messages to all other nodes.
	Broadcast(ctx context.Context, messages []string) error
}

// Storage is the disk space of a database.
type Storage interface {
	// Size returns the size of the database in bytes.
	Size(ctx context.Context) (int64, error)
	// Vacuum returns the space of deleted records to the file system.
	Vacuum(ctx context.Context) error
	// TruncateLog truncates the write-ahead log to free disk space, if the log is a file.
	TruncateLog(ctx context.Context) error
}

// Tables describes tables whose rows are moved to another database.
type Tables interface {
	// Columns returns the stored columns of a table; none if the table does not exist.
	Columns(ctx context.Context, table string) ([]string, error)
	// Counters returns the counters of all [NumberedColumns].
	Counters(ctx context.Context) ([]Counter, error)
	// SetCounter makes the numbers of new rows greater than the last number of a counter.
	SetCounter(ctx context.Context, tx *sql.Tx, c Counter) error
}

// Dialect is the SQL that differs between databases.
type Dialect interface {
	// NameIndexHint returns the clause that makes a query of the table document use the index of names. It follows the
	// name of the table.
	NameIndexHint() string
	// MetadataCondition returns the SQL condition for documents whose metadata have a value under a name.
	MetadataCondition(name string, value json.RawMessage) (condition string, arguments []any)
}
