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

// Postgres returns the migrations of PostgreSQL. Lectern supported only SQLite at first. Therefore the first of these
// migrations creates the tables as the SQLite migrations up to the same number do.
func Postgres() (fs.FS, error) { return fs.Sub(files, "postgres") }
