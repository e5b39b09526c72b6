// Package watch_test tests watched folders. It runs the real program.
package watch_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
