package connection

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestRefusal checks that the response of net/http to an invalid request is replaced. Two kinds of responses of
// handlers must not be replaced: a file with the same bytes as that response, and an error response.
func TestRefusal(t *testing.T) {
	const own = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request"
	server := httptest.NewUnstartedServer(&Handler{Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/refused" {
			w.WriteHeader(http.StatusBadRequest)
		}
		controller := http.NewResponseController(w)
		for range 3 {
			fmt.Fprint(w, own)
			if err := controller.Flush(); err != nil {
				t.Error(err)
			}
		}
	})})
	refuse := func(status int, text string) (string, []byte) {
		return "text/x-test", fmt.Append(nil, status, " ", text)
	}
	server.Listener = NewListener(server.Listener, Config{Refusal: refuse, Log: slog.New(slog.DiscardHandler)})
	server.Config.ConnContext, server.Config.ConnState = Context, State
	server.Start()
	defer server.Close()
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	for _, test := range []struct{ path, want string }{
		{"/file", strings.Repeat(own, 3)}, {"/refused", strings.Repeat(own, 3)}, {"/%zz", "400 400 Bad Request"},
	} {
		send(t, c, "GET "+test.path+" HTTP/1.1\r\nHost: test\r\n\r\n")
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil || string(text) != test.want {
			t.Errorf("%s: %q %v", test.path, text, err)
		}
	}
}
