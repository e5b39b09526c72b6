// Package cluster_test tests several servers that share a library on PostgreSQL and S3: their roles, outages of the
// database and the bucket, refused access, and take-over. It runs the real program.
package cluster_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
