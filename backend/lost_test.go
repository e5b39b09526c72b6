package backend

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/lab/engines/enginestest"
)

// breakingProxy is a proxy that closes its first connection after a number of bytes. It does not close later
// connections.
type breakingProxy struct {
	to   string
	left atomic.Int64
}

func (b *breakingProxy) Write(p []byte) (int, error) {
	if before := b.left.Add(-int64(len(p))) + int64(len(p)); before > 0 && before <= int64(len(p)) {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// listen starts the proxy and returns its address.
func (b *breakingProxy) listen(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go b.pass(near)
		}
	}()
	return listener.Addr().String()
}

func (b *breakingProxy) pass(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", b.to)
	if err != nil {
		return
	}
	defer far.Close()
	go func() { _, _ = io.Copy(far, near) }()
	_, _ = io.Copy(near, io.TeeReader(far, b)) // ends when b returns an error, and the connection is then closed
}

// TestStartRetriesALostDatabase breaks the connection to the database at various points of a first and a
// second start. The server must try again, and start.
func TestStartRetriesALostDatabase(t *testing.T) {
	s := enginestest.New(t)
	t.Setenv("LECTERN_CONVERTER", filepath.Join(cmp.Or(os.Getenv("LECTERN_BIN"), filepath.Join("..", "build", "bin")), "lectern-converter"))
	broken := 0
	for _, after := range []int64{1, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 24_000} {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			name := fmt.Sprint("lost-", after)
			direct, err := url.Parse(s.Library(name))
			if err != nil {
				t.Fatal(err)
			}
			way := &breakingProxy{to: direct.Host}
			direct.Host, direct.RawQuery = way.listen(t), "sslmode=disable"
			config := DefaultConfig()
			config.Data, config.Database, config.Blobs, config.Addr = t.TempDir(), direct.String(), s.Bucket(name), "127.0.0.1:0"
			for range 2 {
				way.left.Store(after)
				var said strings.Builder
				server, err := Open(t.Context(), config, "test", slog.New(slog.NewTextHandler(&said, nil)))
				if err != nil {
					t.Fatal(err)
				}
				if err := server.Close(); err != nil {
					t.Error(err)
				}
				if strings.Contains(said.String(), "starting again") {
					broken++
				}
			}
		})
	}
	if broken == 0 {
		t.Error("no start was broken off")
	}
}
