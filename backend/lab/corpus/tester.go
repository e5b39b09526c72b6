package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"lectern/backend/lab/trial"
)

// hangGrace is how long a document may take to fail after its deadline.
const hangGrace = 10 * time.Second

// Possible outcomes of a document.
const (
	ready    = "ready"
	failed   = "failed"
	hung     = "hung"     // still being processed long after its deadline
	unserved = "unserved" // rejected by the server, or without a response
)

// outcomes lists all outcomes in the order of the report.
var outcomes = []string{ready, failed, hung, unserved}

// result is the result of one document.
type result struct {
	file
	ID       string   `json:"id"`
	Outcome  string   `json:"outcome"`
	Message  string   `json:"message,omitempty"`
	Pages    int      `json:"pages"`
	Viewable float64  `json:"viewableSeconds"` // seconds from the post; 0 if the document was never viewable
	Ended    float64  `json:"endedSeconds"`
	Problems []string `json:"problems,omitempty"` // requirements that are not met

	encrypted bool // the document is ready, and its report says that it is encrypted
}

func (r *result) problem(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// tester posts documents to a server and checks the results.
type tester struct {
	server *trial.Server
	canary *canary
	limit  time.Duration // time limit of a document

	mu     sync.Mutex
	errors []string // responses with status 500 and more, and requests without a response
}

// try converts a document and fetches its pages. If the document has external links, try also converts copies in which
// the links point to the canary.
func (t *tester) try(ctx context.Context, f file) *result {
	r := &result{file: f}
	content, err := f.read()
	if err != nil {
		r.Outcome, r.Message = unserved, err.Error()
		r.problem("%v", err)
		return r
	}
	t.convert(ctx, r, content)
	if r.Outcome == ready {
		t.fetchResources(ctx, r)
	}
	checkResult(r)
	if strings.Contains(f.Traits, "ext:") {
		t.tryRedirected(ctx, r, content)
	}
	return r
}

// convert posts content, waits until the document is ready or has failed, and records the outcome.
func (t *tester) convert(ctx context.Context, r *result, content []byte) {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	begin := time.Now()
	doc, err := t.server.Post(ctx, "corpus."+r.Format, content)
	r.ID = doc.ID
	for err == nil && doc.Status != ready && doc.Status != failed {
		state := "viewable"
		if doc.Viewable {
			state = ready
		}
		if doc, err = t.server.Wait(ctx, r.ID, state); err == nil && doc.Viewable && r.Viewable == 0 {
			r.Viewable = time.Since(begin).Seconds()
		}
	}
	r.Ended = time.Since(begin).Seconds()
	r.Outcome, r.Message, r.Pages = doc.Status, doc.Message, doc.PageCount
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.Outcome = hung
		r.problem("neither ready nor failed after %s", t.limit)
	case err != nil:
		r.Outcome, r.Message = unserved, err.Error()
		t.recordError(r, err)
	}
}

// fetchResources fetches what a viewer would fetch: the first and the last page, words, text, and the outline.
func (t *tester) fetchResources(ctx context.Context, r *result) {
	for _, path := range []string{"page/1.svg", fmt.Sprintf("page/%d.svg", r.Pages), "page/1.json", "text", "outline"} {
		t.fetch(ctx, r, path)
	}
	r.encrypted = strings.Contains(string(t.fetch(ctx, r, "report")), `"encrypted":true`)
}

// fetch returns a resource of a document. If that fails, it records a problem.
func (t *tester) fetch(ctx context.Context, r *result, path string) []byte {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	text, err := t.server.Fetch(ctx, http.MethodGet, t.server.APIBase+"/document/"+r.ID+"/"+path, nil)
	if err != nil {
		t.recordError(r, fmt.Errorf("%s of a document that is ready: %w", path, err))
	}
	return text
}

// tryRedirected converts copies of a document in which the links point to the canary. The text of the canary's file
// must not appear in any of them.
func (t *tester) tryRedirected(ctx context.Context, r *result, content []byte) {
	for _, address := range t.canary.addresses(r.Path) {
		led, err := redirectLinks(content, address)
		if err != nil {
			r.problem("no copy of it leads to the canary: %v", err)
			return
		}
		copied := &result{file: r.file}
		if t.convert(ctx, copied, led); copied.Outcome == ready {
			if text := t.fetch(ctx, copied, "text"); strings.Contains(string(text), t.canary.words) {
				copied.problem("what lies at %s shows in it", address)
			}
		}
		scheme, _, _ := strings.Cut(address, ":")
		if copied.Outcome != r.Outcome {
			copied.problem("its copy that leads to %s ended %s: %s", scheme, copied.Outcome, copied.Message)
		}
		r.Problems = append(r.Problems, copied.Problems...)
	}
}

// recordError records an error as a problem of a document. It also records errors of the server as problems of the run.
func (t *tester) recordError(r *result, err error) {
	r.problem("%v", err)
	answer, answered := errors.AsType[*trial.StatusError](err)
	if answered && answer.Status < http.StatusInternalServerError {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errors = append(t.errors, filepath.Base(r.Path)+": "+err.Error())
}

// checkResult records the requirements that a document does not meet. The requirements depend on the traits and the
// outcome of the document.
func checkResult(r *result) {
	switch r.Outcome {
	case ready:
		if r.Pages < 1 || r.Viewable == 0 || r.Message != "" {
			r.problem("ready with %d pages and the message %q", r.Pages, r.Message)
		}
	case failed:
		if !strings.HasSuffix(r.Message, ".") {
			r.problem("failed without a sentence: %q", r.Message)
		}
	default:
		return
	}
	protected := r.Outcome == failed && strings.Contains(r.Message, "password-protected")
	switch {
	// some encrypted documents have an empty or default password
	case strings.Contains(r.Traits, "enc-") && !protected && !r.encrypted:
		r.problem("encrypted, and it does not say so")
	// many encrypted PDFs open without a password
	case strings.Contains(r.Traits, "pdf-encrypt") && !protected && r.Outcome != ready:
		r.problem("encrypted, but neither ready nor reported as encrypted")
	case strings.Contains(r.Traits, "bad-zip") && r.Outcome == ready:
		r.problem("no whole archive, and ready")
	}
}
