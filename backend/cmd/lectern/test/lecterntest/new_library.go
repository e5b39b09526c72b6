package lecterntest

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// newLibrary is the database of a library with one API key and no documents. It is created once for all tests of a
// package: copying it takes less time than creating the tables and the key for each server.
var newLibrary struct {
	once     sync.Once
	database []byte
	key      string
}

// copyNewLibrary writes the database of the new library to a data folder and returns its API key.
func copyNewLibrary(t testing.TB, data string) (key string) {
	t.Helper()
	newLibrary.once.Do(func() {
		folder := t.TempDir()
		newLibrary.key = createKey(t, folder)
		database, err := os.ReadFile(filepath.Join(folder, "lectern.db"))
		if err != nil {
			t.Fatal(err)
		}
		newLibrary.database = database
	})
	if newLibrary.database == nil {
		t.Fatal("another test could not create the library")
	}
	if err := os.WriteFile(filepath.Join(data, "lectern.db"), newLibrary.database, 0o600); err != nil {
		t.Fatal(err)
	}
	return newLibrary.key
}

// createKey creates an API key in the library of a data folder. It creates the library if there is none.
func createKey(t testing.TB, data string) (key string) {
	t.Helper()
	return strings.TrimSpace(Run(t, 0, "key", "create", "--data", data, "test"))
}
