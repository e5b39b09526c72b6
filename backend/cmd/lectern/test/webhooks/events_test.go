package webhooks_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestEventStream(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	before := s.Upload("sample.pdf", lecterntest.Sample(t, "sample.pdf")).ID
	s.Wait(before)
	all := s.FollowEvents("", "")
	first := s.Upload("sample.docx", lecterntest.Sample(t, "sample.docx")).ID
	s.Wait(first)
	second := s.Upload("damaged.docx", lecterntest.Sample(t, "damaged.docx")).ID
	events := all.Until(second, "document.failed")
	if got := kinds(events, first); got != "posted processingStarted firstPageReady ready" {
		t.Errorf("of the first there are %s", got)
	}
	if got := kinds(events, second); got != "posted processingStarted failed" || events[len(events)-1].Data.Message == "" {
		t.Errorf("of the second there are %s", got)
	}
	if got := kinds(events, before); got != "" {
		t.Errorf("of what was before there are %s", got)
	}
	for query, want := range map[string]string{
		"?after=0&documentId=" + before:                          "posted processingStarted firstPageReady ready",
		"?after=0&documentId=" + before + "&type=document.ready": "ready",
		"?after=" + events[1].ID + "&documentId=" + first:        strings.Join(strings.Fields(kinds(events[2:], first)), " "),
	} {
		f := s.FollowEvents(query, "")
		id := first
		if strings.Contains(query, before) {
			id = before
		}
		if got := kinds(f.Until(id, "document.ready"), id); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	only := s.FollowEvents("?type=document.failed", "0")
	if got := only.Until(second, "document.failed"); len(got) != 1 || got[0].Raw != events[len(events)-1].Raw {
		t.Errorf("of one type there are %+v", got)
	}
	for _, query := range []string{"?after=x", "?after=-1", "?type=lost"} {
		s.WantRefused(http.StatusUnprocessableEntity, http.MethodGet, "/events"+query)
	}
	if status, _ := s.Call(http.MethodGet, "/events", http.Header{"Authorization": {"wrong"}}, nil); status != http.StatusUnauthorized {
		t.Errorf("without a key it has status %d", status)
	}
}

// kinds returns the types of a document's events.
func kinds(events []lecterntest.StreamEvent, document string) string {
	var found []string
	for _, e := range events {
		if e.Data.ID == document {
			found = append(found, strings.TrimPrefix(e.Kind, "document."))
		}
	}
	return strings.Join(found, " ")
}

// A client that reconnects with the ID of its last event receives each event exactly once and in order, even if the
// server is killed or stopped in between.
//
// SECURITY.md, promise 22 (killed server)
func TestEventStreamIsResumed(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	start := s.FollowEvents("", "")
	start.Close()
	last := start.LastID
	var ids []string
	var events []lecterntest.StreamEvent
	// read reads the next n events after the event with the ID last, and then closes the connection before the stream
	// ends.
	read := func(n int) {
		f := s.FollowEvents("", last)
		defer f.Close()
		for range n {
			e, ok := f.Next()
			if !ok {
				t.Fatal("the stream ends")
			}
			events, last = append(events, e), e.ID
		}
	}
	for _, end := range []func(*lecterntest.Server){(*lecterntest.Server).Kill, (*lecterntest.Server).Stop, (*lecterntest.Server).Kill} {
		for i := range 6 {
			name := []string{"sample.pdf", "sample.docx"}[i%2]
			ids = append(ids, s.Upload(name, lecterntest.UniqueSample(t, name)).ID)
			read(2)
		}
		end(s)
		lecterntest.AwaitConvertersGone(t, data)
		s = lecterntest.StartIn(t, data, nil)
	}
	for _, id := range ids {
		s.Wait(id)
	}
	read(4*len(ids) - len(events))
	if !slices.IsSortedFunc(events, func(a, b lecterntest.StreamEvent) int { return number(t, a.ID) - number(t, b.ID) }) {
		t.Error("the ids are in no order")
	}
	for _, id := range ids {
		if got := kinds(events, id); got != "posted processingStarted firstPageReady ready" {
			t.Errorf("of %s there are %s", id, got)
		}
	}
}

func number(t *testing.T, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// An event stream ends when the server stops or its key is revoked. No further events are sent.
//
// SECURITY.md, promise 33 (clean exit and safe GET), promise 36 (secret keys)
func TestEventStreamEnds(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	other := strings.TrimSpace(lecterntest.Run(t, 0, "key", "create", "--data", s.Data, "other"))
	watching := s.FollowEvents("", "")
	own := s.Key
	s.Key = other
	followed := s.FollowEvents("", "")
	s.Key = own
	for _, line := range strings.Split(lecterntest.Run(t, 0, "key", "list", "--data", s.Data), "\n") {
		if strings.Contains(line, "other") {
			lecterntest.Run(t, 0, "key", "revoke", "--data", s.Data, strings.Fields(line)[0])
		}
	}
	id := s.Upload("sample.pdf", lecterntest.Sample(t, "sample.pdf")).ID
	watching.Until(id, "document.ready")
	if e, ok := followed.Next(); ok {
		t.Errorf("a revoked key receives %+v", e)
	}
	s.Stop()
	if e, ok := watching.Next(); ok {
		t.Errorf("after the end there is %+v", e)
	}
}
