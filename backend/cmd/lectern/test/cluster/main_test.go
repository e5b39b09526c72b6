// Package cluster_test tests several servers on PostgreSQL and S3: roles, outages, refusals and takeover. It runs the
// real program.
package cluster_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
