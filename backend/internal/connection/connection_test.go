package connection

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener whose connections are unbuffered pipes.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accepted:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial returns the client's end of a new connection.
func (p *pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.accepted <- server
	return client
}

// serve runs a server and a test in a synctest bubble, that is, with a fake time that advances only while all
// goroutines wait.
func serve(t *testing.T, next http.HandlerFunc, test func(*testing.T, *pipes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		inner := newPipes()
		handler := &Handler{Next: next, Stalled: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusRequestTimeout) }}
		server := &http.Server{Handler: handler, ConnContext: Context}
		served := make(chan error, 1)
		go func() { served <- server.Serve(NewListener(inner, Config{Log: slog.New(slog.DiscardHandler)})) }()
		test(t, inner)
		if err := errors.Join(server.Close(), ignoreClosed(<-served)); err != nil {
			t.Error(err)
		}
	})
}

func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func send(t *testing.T, c net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
}

// TestClientThatDoesNotReceive simulates a client that reads single bytes of a response at intervals for an hour, and
// then stops reading. The connection must then be closed.
//
// SECURITY.md, promise 46 (bounded requests)
func TestClientThatDoesNotReceive(t *testing.T) {
	large := make([]byte, 1<<20)
	for name, write := range map[string]http.HandlerFunc{
		"at once": func(w http.ResponseWriter, r *http.Request) { writeAll(w, large) },
		"stream": func(w http.ResponseWriter, r *http.Request) {
			for range 10 {
				writeAll(w, large[:5000])
				if http.NewResponseController(w).Flush() != nil {
					panic(http.ErrAbortHandler)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var ended time.Time
			serve(t, func(w http.ResponseWriter, r *http.Request) {
				defer func() { ended = time.Now() }()
				write(w, r)
			}, func(t *testing.T, p *pipes) {
				client := p.dial()
				defer client.Close()
				send(t, client, "GET / HTTP/1.1\r\nHost: test\r\n\r\n")
				const pause = StallTimeout - 2*time.Second
				begin, last := time.Now(), time.Now()
				for ; time.Since(begin) < time.Hour; time.Sleep(pause) {
					if _, err := io.ReadFull(client, make([]byte, 1)); err != nil {
						t.Fatalf("a slow client is cut off: %v", err)
					}
					last = time.Now()
				}
				time.Sleep(StallTimeout)
				synctest.Wait()
				if took := ended.Sub(last); took < StallTimeout || took > StallTimeout+2*progressInterval {
					t.Errorf("the answer ends %s after the last byte", took)
				}
			})
		})
	}
}

// writeAll writes p, and aborts the request if that fails.
func writeAll(w io.Writer, p []byte) {
	if _, err := w.Write(p); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// TestBodyThatStopsArriving sends single bytes of a body at intervals for an hour. Then it either sends the rest of the
// body, or nothing more.
//
// SECURITY.md, promise 46 (bounded requests)
func TestBodyThatStopsArriving(t *testing.T) {
	const length = 200
	for name, test := range map[string]struct {
		rest string
		want int
	}{
		"the rest": {strings.Repeat("x", length), http.StatusOK},
		"nothing":  {"", http.StatusRequestTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			serve(t, func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					http.Error(w, "what is replaced", http.StatusBadRequest)
					return
				}
				fmt.Fprint(w, len(body))
			}, func(t *testing.T, p *pipes) {
				client := p.dial()
				defer client.Close()
				send(t, client, fmt.Sprintf("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n", length))
				sent := 0
				for begin := time.Now(); time.Since(begin) < time.Hour; time.Sleep(StallTimeout - time.Second) {
					send(t, client, "x")
					sent++
				}
				if test.rest != "" {
					send(t, client, test.rest[sent:])
				}
				begin := time.Now()
				answer, err := http.ReadResponse(bufio.NewReader(client), nil)
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(answer.Body)
				if took := time.Since(begin); answer.StatusCode != test.want || err != nil || took > StallTimeout ||
					bytes.Contains(text, []byte("replaced")) {
					t.Errorf("%d %q %v after %s", answer.StatusCode, text, err, took)
				}
			})
		})
	}
}

// TestUnreadBody checks a request whose body the handler does not read. The client must get the response at
// once, and the connection must be closed soon afterwards.
//
// SECURITY.md, promise 46 (bounded requests)
func TestUnreadBody(t *testing.T) {
	for name, body := range map[string]string{
		"length":  "Content-Length: 1000\r\n\r\n",
		"chunked": "Transfer-Encoding: chunked\r\n\r\n",
		"half":    "Content-Length: 1000\r\n\r\nhalf",
		"large":   "Content-Length: 1000000000\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "answer") }, func(t *testing.T, p *pipes) {
				client := p.dial()
				defer client.Close()
				send(t, client, "GET / HTTP/1.1\r\nHost: test\r\n"+strings.TrimSuffix(body, "half"))
				begin := time.Now()
				if strings.HasSuffix(body, "half") {
					go io.WriteString(client, "half")
				}
				in := bufio.NewReader(client)
				answer, err := http.ReadResponse(in, nil)
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(answer.Body)
				if err != nil || string(text) != "answer" || !answer.Close || time.Since(begin) > 0 {
					t.Errorf("%q %v after %s", text, err, time.Since(begin))
				}
				if _, err := in.ReadByte(); !errors.Is(err, io.EOF) || time.Since(begin) > 2*linger {
					t.Errorf("after %s the connection: got %v", time.Since(begin), err)
				}
			})
		})
	}
}

// TestBodyIsReadOverOneConnection checks that a connection stays open if the bodies of its requests are read.
func TestBodyIsReadOverOneConnection(t *testing.T) {
	serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, r.Body) // the test checks the response
	}, func(t *testing.T, p *pipes) {
		client := p.dial()
		defer client.Close()
		in := bufio.NewReader(client)
		for range 3 {
			send(t, client, "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody")
			answer, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(answer.Body); err != nil || string(text) != "body" || answer.Close {
				t.Errorf("%q %v, closed %t", text, err, answer.Close)
			}
			time.Sleep(time.Minute)
		}
	})
}

// TestSmallBodyHasAnEnd sends single bytes of a body at intervals. The handler has set a time limit for the whole body,
// after which reading must fail.
func TestSmallBodyHasAnEnd(t *testing.T) {
	serve(t, func(w http.ResponseWriter, r *http.Request) {
		r.Body.(*Body).SetBodyDeadline(time.Now().Add(time.Minute))
		_, _ = io.Copy(io.Discard, r.Body) // on an error, another response replaces this one
	}, func(t *testing.T, p *pipes) {
		client := p.dial()
		defer client.Close()
		begin := time.Now()
		send(t, client, "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n")
		done := make(chan struct{})
		go func() {
			defer close(done)
			for {
				if _, err := io.WriteString(client, "x"); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}()
		answer, err := http.ReadResponse(bufio.NewReader(client), nil)
		if err != nil || answer.StatusCode != http.StatusRequestTimeout || time.Since(begin) != time.Minute {
			t.Errorf("%v %v after %s", answer, err, time.Since(begin))
		}
		_ = client.Close()
		<-done
	})
}

// TestOldestIsClosedFirst checks that, of several connections, the one that has made no progress for the longest time
// is closed first.
func TestOldestIsClosedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		l := NewListener(newPipes(), Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
		var clients []net.Conn
		var conns []*Conn
		for range 4 {
			client, server := net.Pipe()
			clients, conns = append(clients, client), append(conns, l.track(server))
			time.Sleep(time.Second)
		}
		go io.WriteString(clients[0], "x")
		if _, err := conns[0].Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{1, 2, 0} {
			if !l.closeOldest(conns[3]) {
				t.Fatal("nothing is closed")
			}
			if _, err := clients[want].Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
				t.Errorf("connection %d is open: %v", want, err)
			}
		}
		if l.closeOldest(conns[3]) {
			t.Error("the connection to keep is closed")
		}
		if lines := strings.Count(log.String(), "\n"); lines != 1 {
			t.Errorf("the log has %d lines: %s", lines, &log)
		}
	})
}

// TestLimitOfConnections checks that the number of connections is limited while other parts of the process use most
// file descriptors. After [limitTime] the limit must end.
//
// SECURITY.md, promise 46 (bounded requests)
func TestLimitOfConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const scarce = 100
		l := NewListener(newPipes(), Config{Log: slog.New(slog.DiscardHandler)})
		l.threshold = scarce
		for _, step := range []struct {
			wait       time.Duration
			descriptor uintptr
			want       int // number of connections
		}{
			{0, scarce - 2, 1},
			{0, scarce - 1, 2},
			{0, scarce, 2},
			{0, 3, 2}, // the new connection uses the descriptor of a closed connection
			{0, scarce + 9, 2},
			{limitTime - 1, 3, 2},
			{1, 4, 3}, // other parts of the process may have closed descriptors
			{0, 5, 4},
			{0, scarce, 4}, // other parts of the process may have opened descriptors again
			{0, 3, 4},
			{limitTime, 4, 5},
		} {
			time.Sleep(step.wait)
			_, server := net.Pipe()
			c := l.track(server)
			l.limit(step.descriptor)
			for l.isCrowded() && l.closeOldest(c) {
			}
			if len(l.conns) != step.want {
				t.Errorf("descriptor %d leaves %d connections, want %d", step.descriptor, len(l.conns), step.want)
			}
		}
	})
}

// TestUnreadResponsesAreLimited checks that the memory for responses that clients do not read is limited: if these
// responses exceed maxHeld, connections are closed.
//
// SECURITY.md, promise 46 (bounded requests)
func TestUnreadResponsesAreLimited(t *testing.T) {
	const size, clients = 4 << 20, 100
	serve(t, func(w http.ResponseWriter, r *http.Request) {
		writeAll(w, make([]byte, size))
	}, func(t *testing.T, p *pipes) {
		var open []net.Conn
		for range clients {
			client := p.dial()
			defer client.Close()
			send(t, client, "GET / HTTP/1.1\r\nHost: test\r\n\r\n")
			open = append(open, client)
			time.Sleep(grace / 2)
			synctest.Wait()
		}
		alive := 0
		for _, client := range open {
			if _, err := client.Read(make([]byte, 1)); err == nil {
				alive++
			}
		}
		if most := maxHeld/size + 2; alive > most || alive < maxHeld/size-1 {
			t.Errorf("%d answers of %d bytes are held", alive, size)
		}
	})
}
