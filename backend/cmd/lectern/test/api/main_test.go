// Package api_test tests the API against its description: OpenAPI, parameters, forms, pages, error codes, settings,
// clients and documentation. It runs the real program.
package api_test

import (
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestMain(m *testing.M) { lecterntest.Main(m) }
