package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/lab/screen"
)

// folderOf returns the folder in an environment variable. If the variable is not set, it returns the folder in its
// second argument.
func folderOf(variable, otherwise string) string {
	if value := os.Getenv(variable); value != "" {
		return value
	}
	return filepath.Join("..", "..", "..", "build", otherwise)
}

// TestFewDocuments executes a complete run with a few documents. 'make chaos' uses many.
//
// SECURITY.md, promise 22 (killed server), promise 27 (no leftovers), promise 39 (order of events)
func TestFewDocuments(t *testing.T) {
	if os.Getenv("LECTERN_STRESS") == "" {
		t.Skip("it takes a minute or two: LECTERN_STRESS=1, or 'make chaos'")
	}
	program := filepath.Join(t.TempDir(), "chaos")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program, "-bin", folderOf("LECTERN_BIN", "bin"), "-libreoffice", folderOf("LECTERN_LIBREOFFICE", "libreoffice"),
		"-samples", filepath.Join("..", "..", "samples"), "-documents", "60", "-away", "5s").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "all of it has held") {
		t.Errorf("%v\n%s", err, out)
	}
}

// events returns the body of a webhook with events of a document.
func events(document string, types ...string) []byte {
	told := make([]string, len(types))
	for i, kind := range types {
		told[i] = fmt.Sprintf(`{"type":"document.%s","data":{"id":%q}}`, kind, document)
	}
	return []byte("[" + strings.Join(told, ",") + "]")
}

// TestDeliveriesThatAreWrong checks that each kind of wrong delivery is detected.
func TestDeliveriesThatAreWrong(t *testing.T) {
	type call struct {
		id   string
		body []byte
	}
	first, rest := events("a", "posted", "processingStarted"), events("a", "firstPageReady", "ready")
	for name, test := range map[string]struct {
		calls   []call
		against string
	}{
		"right":              {[]call{{"1", first}, {"2", rest}}, ""},
		"a repetition":       {[]call{{"1", first}, {"1", first}, {"2", rest}}, ""},
		"an event twice":     {[]call{{"1", first}, {"2", first}, {"3", rest}}, "posted, document.processingStarted, document.posted"},
		"another order":      {[]call{{"1", rest}, {"2", first}}, "of document a there are document.firstPageReady"},
		"one missing":        {[]call{{"1", first}, {"2", events("a", "ready")}}, "of document a there are"},
		"two bodies":         {[]call{{"1", first}, {"1", rest}}, "has two bodies"},
		"again, and late":    {[]call{{"1", first}, {"2", rest}, {"1", first}}, "comes again after"},
		"another document's": {[]call{{"1", first}, {"2", rest}, {"3", events("b", "posted")}}, "of 2 documents"},
		"no events":          {[]call{{"1", []byte("[]")}, {"2", first}, {"3", rest}}, "no list of events"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := newReceiver("127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer r.close()
			for _, c := range test.calls {
				r.receive(c.id, c.body)
			}
			against := strings.Join(r.check([]string{"a"}), "\n")
			if (against == "") != (test.against == "") || !strings.Contains(against, test.against) {
				t.Errorf("%q, want %q", against, test.against)
			}
		})
	}
}

// TestStreamsThatAreWrong checks that each kind of wrong stream is detected, and that an incomplete event at the end is
// ignored.
func TestStreamsThatAreWrong(t *testing.T) {
	at := func(id int, kind string) string {
		return fmt.Sprintf("id: %d\nevent: document.%s\ndata: {\"type\":\"document.%s\",\"data\":{\"id\":\"a\"}}\n\n", id, kind, kind)
	}
	right := at(1, "posted") + at(2, "processingStarted") + ": still here\nid: 2\n\n" + at(5, "firstPageReady") + at(6, "ready")
	for name, test := range map[string]struct{ text, against string }{
		"right":          {"id: 0\n\n" + right, ""},
		"cut off":        {right[:len(right)-2], "of document a there are"},
		"one twice":      {right + at(6, "ready"), "event 6 comes after event 6"},
		"an earlier one": {right + at(3, "ready"), "event 3 comes after event 6"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStream(nil)
			_ = scan(strings.NewReader(test.text), s.receive) // the error means that the text has ended
			against := strings.Join(s.check([]string{"a"}), "\n")
			if (against == "") != (test.against == "") || !strings.Contains(against, test.against) {
				t.Errorf("%q, want %q", against, test.against)
			}
		})
	}
}

// TestFailedRunPrintsEvidence checks that a run fails and prints the evidence if a requirement is not met.
func TestFailedRunPrintsEvidence(t *testing.T) {
	for _, held := range []bool{true, false} {
		out, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		r := &run{config: config{documents: 1}, begin: time.Now(), screen: screen.New(out)}
		r.clients, r.stream, r.receiver = newClients(r), newStream(r), new(receiver)
		f := findings{{"all is there", nil}}
		if !held {
			f.add("nothing is lost", slices.Repeat([]string{"one is"}, maxEvidence+2))
		}
		got := r.printResult(f)
		said, err := os.ReadFile(out.Name())
		if err != nil || got != held || strings.Contains(string(said), "✗ nothing is lost\n      one is\n") == held ||
			strings.Contains(string(said), "and 2 more") == held {
			t.Errorf("%t, want %t: %s", got, held, said)
		}
	}
}

// TestDocumentsDiffer checks that all documents have different bytes, and that each has the type that its name says.
func TestDocumentsDiffer(t *testing.T) {
	m, err := newMaker(filepath.Join("..", "..", "samples"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * len(kinds) {
		one, other := m.document(i), m.document(i+len(kinds))
		if bytes.Equal(one.content, other.content) || one.name == other.name || filepath.Ext(one.name) != filepath.Ext(other.name) {
			t.Errorf("documents %d and %d: %s, %s", i, i+len(kinds), one.name, other.name)
		}
	}
}
