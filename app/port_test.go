package app

import (
	"net"
	"net/url"
	"testing"
)

// The desktop application's server uses another port if another program uses the configured one. The page of the window
// shows the port.
func TestTakenPort(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	taken := other.Addr().String()
	p := newPaged(t, screen(t))
	p.Args = append(p.Args, "--addr", taken)
	p.run(t)
	connection, _ := p.do(t, `return window.go.app.Bridge.Connection();`).(map[string]any)
	if connection["taken"] != taken {
		t.Errorf("the page receives %v, want %s", connection, taken)
	}
	if u, err := url.Parse(p.instance(t).URL); err != nil || u.Host == taken || u.Hostname() != "127.0.0.1" {
		t.Errorf("the server is at %v: %v", u, err)
	}

	status, _ := p.do(t, `
		const { apiBase, key } = await window.go.app.Bridge.Connection();
		return (await fetch(apiBase + "/server", { headers: { Authorization: key } })).json();`).(map[string]any)
	if status["addrTaken"] != taken || status["addr"] == taken {
		t.Errorf("the server is to listen on %s, and the message is %v", taken, status)
	}

	free := launchPaged(t, screen(t))
	if connection, _ = free.do(t, `return window.go.app.Bridge.Connection();`).(map[string]any); connection["taken"] != "" {
		t.Errorf("the page receives %v for a free port", connection)
	}
}
