// Package tasks_test tests templates: tasks, rows, platforms, samples and the command render. It runs the real program.
package tasks_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
