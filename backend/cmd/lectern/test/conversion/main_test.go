// Package conversion_test tests conversions: documents that hang, crash, bomb or act, and the limits and protection
// of converters. It runs the real program.
package conversion_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
