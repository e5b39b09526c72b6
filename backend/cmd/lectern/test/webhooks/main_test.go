// Package webhooks_test tests webhooks and the streams of events and changes. It runs the real program.
package webhooks_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
