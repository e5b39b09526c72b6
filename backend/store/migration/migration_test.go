package migration

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// TestMigrationsDeclareCompatibility checks that every PostgreSQL migration except the first states the oldest program
// version that can run at the same time, or that none can.
func TestMigrationsDeclareCompatibility(t *testing.T) {
	files, err := Postgres()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil || len(names) < 2 {
		t.Fatalf("there are %d migrations, %v", len(names), err)
	}
	for _, name := range names[1:] {
		if text, err := fs.ReadFile(files, name); err != nil || !compatibleLine.Match(text) {
			t.Errorf("%s begins with no line '-- beside N', %v", name, err)
		}
	}
}

// TestMigrationsAreNumbered checks that the numbers of migrations are unique, because a database stores the numbers of
// its migrations.
func TestMigrationsAreNumbered(t *testing.T) {
	newest := 0
	for _, open := range []func() (fs.FS, error){SQLite, Postgres} {
		files, err := open()
		if err != nil {
			t.Fatal(err)
		}
		names, err := fs.Glob(files, "*.sql")
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		first, err := versionOf(names[0])
		for i, name := range names {
			if !strings.HasPrefix(name, fmt.Sprintf("%04d_", first+i)) || err != nil {
				t.Errorf("migration %d is %s, %v", first+i, name, err)
			}
		}
		if last := first + len(names) - 1; newest != 0 && last != newest {
			t.Errorf("the newest is %d, of another engine %d", last, newest)
		} else {
			newest = last
		}
	}
}
