package http_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// Bytes that are not a valid HTTP request are rejected with an error code, on a new connection and on a connection that
// has already served a request.
func TestMalformedRequestsHaveCodes(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	const host = "\r\nHost: localhost\r\n"
	for request, want := range map[string]string{
		"GET /%zz HTTP/1.1" + host:                                            "400 malformed-request",
		"GET /api/v0/document/100% HTTP/1.1" + host:                           "400 malformed-request",
		"GET /v1/task/a b HTTP/1.1" + host:                                    "400 malformed-request",
		"nonsense\r\n":                                                        "400 malformed-request",
		"GET /healthz HTTP/1.1\r\n":                                           "400 malformed-request",
		"GET /healthz HTTP/1.1\r\nHost: a b\r\n":                              "400 malformed-request",
		"GET /healthz HTTP/1.1" + host + "A header: x\r\n":                    "400 malformed-request",
		"GET /healthz HTTP/1.1" + host + "Content-Length: -1\r\n":             "400 malformed-request",
		"POST /v1/task HTTP/1.1" + host + "Expect: 200-ok\r\n":                "417 malformed-request",
		"POST /v1/task HTTP/1.1" + host + "Transfer-Encoding: gzip\r\n":       "501 malformed-request",
		"GET /healthz HTTP/3.0" + host:                                        "505 malformed-request",
		"GET /" + strings.Repeat("a", 1<<21) + " HTTP/1.1" + host:             "431 headers-too-large",
		"GET / HTTP/1.1" + host + "A: " + strings.Repeat("a", 1<<21) + "\r\n": "431 headers-too-large",
	} {
		for _, before := range []string{"", "GET /healthz HTTP/1.1" + host + "\r\n"} {
			if got := codeOfBytes(s, t, before, request+"\r\n"); got != want {
				t.Errorf("%.60q after %.12q: %s, want %s", request, before, got, want)
			}
		}
	}
}

// codeOfBytes opens a connection and sends the bytes of request. If before is not empty, codeOfBytes first sends the
// request in before and reads its response. It returns the status and the error code of the last response.
func codeOfBytes(s *lecterntest.Server, t *testing.T, before, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	lecterntest.Check(t, err)
	defer c.Close()
	in := bufio.NewReader(c)
	if before != "" {
		_, err = io.WriteString(c, before)
		lecterntest.Check(t, err)
		answer, err := http.ReadResponse(in, nil)
		lecterntest.Check(t, err)
		_, err = io.Copy(io.Discard, answer.Body)
		lecterntest.Check(t, err)
	}
	// The request is sent in a goroutine, because the server does not read all of a request that is too long.
	go func() { _, _ = io.WriteString(c, request) }()
	answer, err := http.ReadResponse(in, nil)
	lecterntest.Check(t, err)
	var p struct {
		Code, Message string
		Status        int
	}
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil || p.Status != answer.StatusCode || p.Message == "" ||
		answer.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%.60q: no problem: %v, %v", request, answer, err)
	}
	return answer.Status[:3] + " " + p.Code
}
