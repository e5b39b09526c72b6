// Package backup_test tests backup and restore. It runs the real program.
package backup_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
