package main

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// canary detects whether the external links of documents are accessed. The links are redirected to a local file and to
// a port of this machine, to which nothing should connect.
type canary struct {
	words string // content of the file, which must not appear in any output of the server
	file  string

	listener net.Listener
	mu       sync.Mutex
	calls    []string // first bytes of each connection
}

// newCanary writes the file to a folder and listens on a port.
func newCanary(folder string) (*canary, error) {
	c := &canary{words: "canary" + rand.Text(), file: filepath.Join(folder, "canary.txt")}
	if err := os.WriteFile(c.file, []byte(c.words+"\n"), 0o644); err != nil {
		return nil, err
	}
	var err error
	if c.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	go c.listen()
	return c, nil
}

func (c *canary) listen() {
	for {
		call, err := c.listener.Accept()
		if err != nil {
			return // the listener is closed
		}
		begin := make([]byte, 200)
		n, _ := call.Read(begin) // a connection without data is recorded as well
		first, _, _ := strings.Cut(string(begin[:n]), "\r\n")
		c.mu.Lock()
		c.calls = append(c.calls, first)
		c.mu.Unlock()
		call.Close()
	}
}

// close stops listening, and returns the recorded connections.
func (c *canary) close() []string {
	c.listener.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls
}

// addresses returns the URLs to which the links of a document are redirected. Each document has a different path, so
// that a connection shows which document caused it.
func (c *canary) addresses(document string) []string {
	path := strings.Map(urlSafe, document)
	return []string{"http://" + c.listener.Addr().String() + "/" + path + ".txt", "file://" + c.file}
}

func urlSafe(r rune) rune {
	if strings.ContainsRune(`"<>& ?#%`, r) {
		return '-'
	}
	return r
}

// externalLink matches an external relationship of an OOXML package. target matches the URL in such a relationship.
var (
	externalLink = regexp.MustCompile(`<(?:\w+:)?Relationship\s[^>]*TargetMode\s*=\s*["']External["'][^>]*>`)
	target       = regexp.MustCompile(`(\sTarget\s*=\s*)("[^"]*"|'[^']*')`)
)

// redirectLinks returns a copy of an OOXML package in which all external links point to address. It returns an error if
// the package has no external links.
func redirectLinks(content []byte, address string) ([]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	copied, led := zip.NewWriter(&out), 0
	for _, part := range in.File {
		text, err := readPart(part)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(part.Name, ".rels") {
			text = externalLink.ReplaceAllFunc(text, func(relationship []byte) []byte {
				led++
				return target.ReplaceAll(relationship, []byte(`${1}"`+address+`"`))
			})
		}
		w, err := copied.Create(part.Name)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			return nil, err
		}
	}
	if led == 0 {
		return nil, errors.New("it has no external links")
	}
	if err := copied.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func readPart(part *zip.File) ([]byte, error) {
	r, err := part.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
