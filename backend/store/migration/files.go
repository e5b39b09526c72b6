// Package migration changes the tables of a database in numbered steps.
package migration

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite returns the migrations of SQLite.
func SQLite() (fs.FS, error) { return fs.Sub(files, "sqlite") }

// Postgres returns the migrations of PostgreSQL. Lectern has supported PostgreSQL later than SQLite, so the first of
// these migrations creates the tables in the state that the SQLite migrations up to the same number have reached.
func Postgres() (fs.FS, error) { return fs.Sub(files, "postgres") }
