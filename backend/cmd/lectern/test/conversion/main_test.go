// Package conversion_test tests conversions: documents that hang, crash the converter, exhaust resources or have active
// content, and the limits and protection of converters. It runs the real program.
package conversion_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
