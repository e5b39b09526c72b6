// Package access_test tests access: API keys, roles, sessions, grants, hidden credentials and the audit log. It runs
// the real program.
package access_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
