package tasks_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// readRows sends a file of rows for a template to a server and returns the response.
func readRows(s *lecterntest.Server, want int, template, query, file string) (read struct {
	Count, Wrong int
	Rows         []struct {
		Row, Line int
		Params    map[string]any
		Errors    []struct{ Code, Message string }
	}
	Message  string
	Problems []struct{ Code string }
}) {
	s.T.Helper()
	status, text := s.Call(http.MethodPost, s.URL+"/v1/template/"+template+"/rows"+query,
		http.Header{"Content-Type": {"application/octet-stream"}}, strings.NewReader(file))
	if err := json.Unmarshal(text, &read); err != nil || status != want {
		s.T.Fatalf("%d: %s", status, text)
	}
	return read
}

// TestTemplateRows parses a file of rows for a template, as a task would, without creating a task.
func TestTemplateRows(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.CreateTemplate("letter", lecterntest.WordTemplate("Dear {name}: {price * 2}"))
	read := readRows(s, http.StatusOK, "letter", "?locale=de", "name;price;zip\r\nZoë;2,5;00123\r\n")
	if read.Count != 1 || read.Rows[0].Params["name"] != "Zoë" || read.Rows[0].Params["price"] != 2.5 ||
		read.Rows[0].Params["zip"] != "00123" || read.Rows[0].Line != 2 {
		t.Errorf("%+v", read)
	}
	many := readRows(s, http.StatusOK, "letter", "?limit=2", "name\na\nb\nc\n")
	if many.Count != 3 || len(many.Rows) != 2 || many.Wrong != 0 {
		t.Errorf("%+v", many)
	}
	wrong := readRows(s, http.StatusOK, "letter", "", "{\"name\":\"a\"}\n{\"name\":\n{\"name\":\"c\"}\n")
	if wrong.Count != 3 || wrong.Wrong != 1 || wrong.Rows[1].Params != nil || wrong.Rows[1].Errors[0].Code != "row-malformed" ||
		!strings.HasSuffix(wrong.Rows[1].Errors[0].Message, ".") {
		t.Errorf("%+v", wrong)
	}
	none := readRows(s, http.StatusUnprocessableEntity, "letter", "", "name\n")
	if none.Problems[0].Code != "rows-empty" || none.Message == "" {
		t.Errorf("%+v", none)
	}
	readRows(s, http.StatusNotFound, "none", "", "name\na\n")
	large := lecterntest.Start(t, "--max-params", "1000")
	large.CreateTemplate("letter", lecterntest.WordTemplate("Dear {name}"))
	readRows(large, http.StatusRequestEntityTooLarge, "letter", "", "name\n"+strings.Repeat("a\n", 1000))
}
