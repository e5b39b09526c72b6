// Package documents_test tests the life of a document: upload, identification, properties, versions, lists, search
// and deletion. It runs the real program.
package documents_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
