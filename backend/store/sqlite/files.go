package sqlite

// migratingSuffix ends the name of the lock file that a program holds while it changes the tables of a database.
const migratingSuffix = ".migrating"

// SideFiles returns the paths of the files that SQLite keeps beside the database at a path.
func SideFiles(database string) []string {
	return []string{database + "-journal", database + "-shm", database + "-wal"}
}

// LockFile returns the path of the file that a program locks while it changes the tables of the database at a path.
func LockFile(database string) string { return database + migratingSuffix }
