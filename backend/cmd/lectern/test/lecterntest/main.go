package lecterntest

import (
	"os"
	"testing"
)

// Main runs the tests of a package and exits. With LECTERN_TEST_ENGINE=postgres it starts a PostgreSQL first, in which
// every server of these tests has a database of its own.
func Main(m *testing.M) {
	if OnPostgres() {
		os.Exit(runOnPostgres(m))
	}
	os.Exit(m.Run())
}
