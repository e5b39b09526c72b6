package lecterntest

import (
	"os"
	"testing"
)

// Main runs the tests of a package, and exits. With LECTERN_TEST_ENGINE=postgres it first starts a PostgreSQL server,
// on which each Lectern server gets its own database.
func Main(m *testing.M) {
	if OnPostgres() {
		os.Exit(runOnPostgres(m))
	}
	os.Exit(m.Run())
}
