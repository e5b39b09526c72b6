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

// Postgres returns the migrations of PostgreSQL. As PostgreSQL was supported later, the first one creates the tables that
// the migrations of SQLite lead to up to its number.
func Postgres() (fs.FS, error) { return fs.Sub(files, "postgres") }
