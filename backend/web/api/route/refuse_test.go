package route

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// Requests that are rejected before their handler runs have a Retry-After header if retrying makes sense, for example
// when the database with the keys is unavailable.
func TestRefusalsHaveRetryAfter(t *testing.T) {
	for _, test := range []struct {
		err    error
		status int
		after  string
	}{
		{fault.StoreUnavailable(errors.New("away")), http.StatusServiceUnavailable, "5"},
		{fault.New(fault.Denied, "No."), http.StatusUnauthorized, ""},
	} {
		answer := httptest.NewRecorder()
		refuse(humago.NewContext(new(huma.Operation), httptest.NewRequest(http.MethodGet, "/", nil), answer), test.err)
		header := answer.Result().Header
		if answer.Code != test.status || header.Get("Retry-After") != test.after || header.Get("Content-Type") != problem.ContentType {
			t.Errorf("%v: %d %v", test.err, answer.Code, header)
		}
	}
}
