package lecterntest

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"testing"
)

// Encode encodes content as gzip, deflate, or raw (deflate without the zlib header).
func Encode(t testing.TB, coding string, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "deflate":
		w = zlib.NewWriter(&out)
	default:
		w, _ = flate.NewWriter(&out, flate.BestSpeed) // the level is valid
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var (
	OffsetTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$`)
	UtcTime    = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)
)

// RawForm returns the body of a multipart form. Its arguments are pairs: the parameters of a Content-Disposition, which
// are copied verbatim after "form-data", and the content of that part.
func RawForm(parts ...string) (body []byte, kind string) {
	var out bytes.Buffer
	for i := 0; i < len(parts); i += 2 {
		fmt.Fprintf(&out, "--b\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n", parts[i], parts[i+1])
	}
	out.WriteString("--b--\r\n")
	return out.Bytes(), "multipart/form-data; boundary=b"
}

// DecodeProblem decodes the body of an error response.
func DecodeProblem(t testing.TB, text []byte) (p struct {
	Code, Message string
	Errors        []struct{ Location string }
}) {
	t.Helper()
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatalf("the answer is %s", text)
	}
	return p
}

// Get sends a GET request with the API key, and returns the response and its body.
func (s *Server) Get(path string, header http.Header) (*http.Response, []byte) {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, s.APIBase+path, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	for name, values := range header {
		r.Header[name] = values
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(answer.Body); err != nil {
		s.T.Fatal(err)
	}
	return answer, body.Bytes()
}

// DoWithoutRedirects sends a request with the API key, and does not follow redirects.
func (s *Server) DoWithoutRedirects(method, address string, header http.Header) *http.Response {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), method, address, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	for name, values := range header {
		r.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		r.Host = host
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer
}
