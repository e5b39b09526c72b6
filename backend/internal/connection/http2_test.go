package connection

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHTTP2 checks that requests over one HTTP/2 connection do not block each other. It sends requests whose bodies are
// read, requests whose bodies are not read, and requests with long responses.
func TestHTTP2(t *testing.T) {
	const long = 1 << 20
	mux := http.NewServeMux()
	mux.HandleFunc("/read", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		fmt.Fprint(w, len(body), err)
	})
	mux.HandleFunc("/unread", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "answer") })
	mux.HandleFunc("/long", func(w http.ResponseWriter, r *http.Request) { writeAll(w, make([]byte, long)) })
	server := httptest.NewUnstartedServer(&Handler{Next: mux})
	server.Listener = NewListener(server.Listener, Config{Log: slog.New(slog.DiscardHandler)})
	server.Config.ConnContext, server.EnableHTTP2 = Context, true
	server.StartTLS()
	defer server.Close()
	never, end := io.Pipe()
	defer end.Close()
	for _, test := range []struct {
		path string
		body io.Reader
		want string
	}{
		{"/read", strings.NewReader(strings.Repeat("x", long)), fmt.Sprint(long, " <nil>")},
		{"/unread", never, "answer"},
		{"/long", nil, string(make([]byte, long))},
		{"/read", bytes.NewReader(nil), "0 <nil>"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+test.path, test.body)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := server.Client().Do(r)
		if err != nil {
			t.Fatalf("%s: %v", test.path, err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.ProtoMajor != 2 || string(text) != test.want {
			t.Errorf("%s: %s, %d bytes %.50q, %v", test.path, answer.Proto, len(text), text, err)
		}
	}
}
