// Package library_test tests the library on the disk: damage, missing content, full disks, obstacles, moves and
// unknown content. It runs the real program.
package library_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
