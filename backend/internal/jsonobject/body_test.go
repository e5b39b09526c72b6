package jsonobject

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"lectern/backend/internal/fault"
)

func TestBodies(t *testing.T) {
	for _, test := range []struct {
		name     string
		body     io.Reader
		kind     fault.Kind // 0 for no error
		optional bool
	}{
		{"an object", strings.NewReader(`{"good":true}`), 0, true},
		{"an object", strings.NewReader(`{"good":true}`), 0, false},
		{"nothing", strings.NewReader(""), 0, true},
		{"nothing", strings.NewReader(""), fault.Malformed, false},
		{"null", strings.NewReader(" null\n"), 0, true},
		{"null", strings.NewReader("null"), fault.Malformed, false},
		{"another field", strings.NewReader(`{"goods":true}`), fault.Invalid, true},
		{"too much", http.MaxBytesReader(httptest.NewRecorder(), io.NopCloser(strings.NewReader("{   }")), 4), fault.TooLarge, true},
		{"half of it", io.MultiReader(strings.NewReader(`{"good"`), iotest.ErrReader(io.ErrUnexpectedEOF)), fault.Malformed, true},
	} {
		decode := Decode
		if test.optional {
			decode = DecodeOptional
		}
		if err := decode(test.body, &fields{}); test.kind == 0 && err != nil || test.kind != 0 && !fault.Is(err, test.kind) {
			t.Errorf("%s, optional %t: %v", test.name, test.optional, err)
		}
	}
}
