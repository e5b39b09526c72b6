// Package http_test tests HTTP connections: TLS, HTTP/2, encodings, origins, slow clients, logs and traces of
// requests. It runs the real program.
package http_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
