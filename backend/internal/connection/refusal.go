package connection

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// State is a function for [http.Server.ConnState]. It records that a connection is idle, so that no handler is writing
// a response to it.
func State(c net.Conn, state http.ConnState) {
	if known, ok := withoutTLS(c).(*Conn); ok && state == http.StateIdle {
		known.answering.Store(false)
	}
}

// refusal returns the replacement for p, if p is the response that net/http sends to bytes that are not a valid
// request. Net/http sends such a response without calling a handler. For all other data, such as data encrypted by TLS,
// refusal returns nil.
func (c *Conn) refusal(p []byte) []byte {
	if c.answering.Load() || c.listener.refusal == nil || !bytes.HasPrefix(p, []byte("HTTP/")) {
		return nil
	}
	answer, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(p)), nil)
	if err != nil || answer.StatusCode < http.StatusBadRequest {
		return nil
	}
	text, _ := io.ReadAll(answer.Body) // reading from memory cannot fail
	kind, body := c.listener.refusal(answer.StatusCode, strings.TrimSpace(string(text)))
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		answer.StatusCode, http.StatusText(answer.StatusCode), kind, len(body), body)
}
