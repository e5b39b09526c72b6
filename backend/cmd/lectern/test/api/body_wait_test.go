package api_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestBodiesArriveOnTheDisk sends a part of a large body to each operation that reads its body into memory. The
// received part must be stored in a file, and must not count against the memory for bodies.
//
// SECURITY.md, promise 46 (bounded requests)
func TestBodiesArriveOnTheDisk(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("this system does not tell which files a process has open")
	}
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	p := &prober{Server: s, t: t, described: s.Description(), receiver: lecterntest.NewReceiver(t, nil), codes: documentedCodes(t)}
	p.document = s.PostWithWebhook("a.pdf", lecterntest.Sample(t, "sample.pdf"), p.receiver.Server.URL)
	s.Wait(p.document)
	p.receiver.AwaitEvent(p.document, "document.ready")
	const large = 200 << 10
	form := func(name string) string {
		return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + strings.Repeat(" ", large)
	}
	operations := s.Operations()
	for _, name := range slices.Sorted(maps.Keys(operations)) {
		operation := operations[name]
		if operation.RequestBody == nil {
			continue
		}
		sound := p.validRequest(name, operation)
		if _, isJSON := operation.RequestBody.Content["application/json"]; isJSON {
			p.begin(name, sound, "application/json", "{"+strings.Repeat(" ", large))
		}
		if content, isForm := operation.RequestBody.Content["multipart/form-data"]; isForm {
			p.begin(name+" as a form", sound, "multipart/form-data; boundary=x", form(fieldOf(content.Schema)))
		}
	}
}

// fieldOf returns the name of a text field that a form may contain, or "" if there is none.
func fieldOf(schema map[string]any) string {
	properties, _ := schema["properties"].(map[string]any)
	for _, name := range []string{"metadata", "password", "filename", "data"} {
		if properties[name] != nil {
			return name
		}
	}
	return ""
}

// begin sends a body, and then spaces until the server has stored a part of the body in a temporary file. It also
// returns if the operation responds with 413, because it does not accept bodies of this size.
func (p *prober) begin(label string, valid request, kind, body string) {
	p.t.Helper()
	out, in := io.Pipe()
	path := valid.path
	for name, v := range valid.named {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(v))
	}
	r, err := http.NewRequestWithContext(p.t.Context(), valid.method, p.URL+path+"?"+valid.query.Encode(), out)
	lecterntest.Check(p.t, err)
	r.Header.Set("Authorization", p.keyFor(valid.path))
	r.Header.Set("Content-Type", kind)
	answered := make(chan string, 1)
	go func() {
		answer, err := p.client.Do(r)
		if err != nil {
			answered <- err.Error()
			return
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		answered <- fmt.Sprint(answer.Status, " ", string(text), " ", err)
	}()
	_, err = io.WriteString(in, body)
	if err == nil {
		err = p.awaitSpool(true, in)
	}
	_ = in.CloseWithError(io.ErrUnexpectedEOF)
	// 413: the operation accepts no large bodies.
	if answer := <-answered; err != nil && !strings.HasPrefix(answer, "413 ") {
		p.t.Errorf("%s: %v, answered %s", label, err, answer)
	}
	if err := p.awaitSpool(false, io.Discard); err != nil {
		p.t.Fatal(err)
	}
}

// awaitSpool waits until the result of hasSpool equals want, and meanwhile sends spaces. It returns an error if it
// waits too long, or if sending fails because the server has already responded.
func (p *prober) awaitSpool(want bool, in io.Writer) error {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(lecterntest.WaitTimeout); p.hasSpool() != want; {
		if _, err := io.WriteString(in, " "); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-end:
			return fmt.Errorf("that the server has a file of the body is %t", !want)
		}
	}
	return nil
}

// hasSpool reports whether the server process has a non-empty temporary file without a name.
func (p *prober) hasSpool() bool {
	links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", p.Cmd.Process.Pid))
	return slices.ContainsFunc(links, func(link string) bool {
		target, _ := os.Readlink(link) // fails if the descriptor was closed in the meantime
		info, err := os.Stat(link)
		return err == nil && info.Size() > 0 && strings.Contains(target, "/spool-")
	})
}
