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

// State is for [http.Server.ConnState]. It notes that no request is being answered over a connection any more.
func State(c net.Conn, state http.ConnState) {
	if known, ok := plain(c).(*Conn); ok && state == http.StateIdle {
		known.answering.Store(false)
	}
}

// refusal returns what is sent in place of p, where p is the answer of net/http itself to bytes that are not a valid
// request. No handler sees such bytes. It returns nil for everything else: what TLS has encrypted never matches.
func (c *Conn) refusal(p []byte) []byte {
	if c.answering.Load() || c.listener.refusal == nil || !bytes.HasPrefix(p, []byte("HTTP/")) {
		return nil
	}
	answer, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(p)), nil)
	if err != nil || answer.StatusCode < http.StatusBadRequest {
		return nil
	}
	text, _ := io.ReadAll(answer.Body) // memory has no errors
	kind, body := c.listener.refusal(answer.StatusCode, strings.TrimSpace(string(text)))
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		answer.StatusCode, http.StatusText(answer.StatusCode), kind, len(body), body)
}
