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

// Postgres returns the migrations of PostgreSQL. PostgreSQL has been supported later than SQLite, so its first
// migration creates the tables as the migrations of SQLite up to the same number leave them.
func Postgres() (fs.FS, error) { return fs.Sub(files, "postgres") }
