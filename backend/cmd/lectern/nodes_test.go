package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// sharing gives new data folders whose servers share a library.
func sharing(t *testing.T) (data func() string) {
	t.Helper()
	environment := sharedLibrary(t)
	return func() string {
		folder := t.TempDir()
		placed.Store(folder, environment)
		return folder
	}
}

// sharedLibrary starts a PostgreSQL and a store of S3, and gives the environment of servers that have a library
// there.
func sharedLibrary(t *testing.T) (environment []string) {
	t.Helper()
	ofSQLite(t) // it has engines of its own
	if testing.Short() {
		t.Skip("it starts engines")
	}
	e := startEngines(t)
	return append(e.s3.Environment(), "LECTERN_DATABASE="+e.database("library"), "LECTERN_BLOBS="+e.bucket("library"), "LECTERN_DRAIN=0s")
}

// steps counts what the converters of a kind have done at a server.
func (s *instance) steps(kind string) string {
	s.t.Helper()
	_, text := s.call(http.MethodGet, s.URL+"/metrics", nil, nil)
	return strings.Join(regexp.MustCompile(`lectern_converter_seconds_count\{kind="`+kind+`".*`).FindAllString(string(text), -1), "\n")
}

// TestNodesWithRoles has one server answer and another one convert: the former begins no conversion, the latter
// answers nothing but how it fares.
func TestNodesWithRoles(t *testing.T) {
	t.Parallel()
	data := sharing(t)
	web := startOn(t, data(), nil, "--role", "web")
	waiting := web.upload("letter.docx", fresh(t, "sample.docx"))
	converting := startOn(t, data(), nil, "--role", "convert")
	for _, doc := range []body{waiting, web.upload("table.xlsx", fresh(t, "sample.xlsx")), web.upload("paper.pdf", fresh(t, "sample.pdf"))} {
		if done := web.wait(doc.ID); done.Status != "ready" {
			t.Errorf("%s is %+v", doc.Name, done)
		}
	}
	if status, _ := web.call(http.MethodGet, "/document/"+waiting.ID+"/page/1.svg", nil, nil); status != http.StatusOK {
		t.Errorf("page 1 is answered with %d", status)
	}
	if web.steps("office") != "" || converting.steps("office") == "" {
		t.Errorf("web has converted %q, convert %q", web.steps("office"), converting.steps("office"))
	}
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/metrics": 200, "/api/v0/document": 421,
		"/viewer/view?sessionId=x": 421, "/docs": 421, "/": 421} {
		status, text := converting.call(http.MethodGet, converting.URL+path, nil, nil)
		if status != want || want == 421 && !strings.Contains(string(text), "--role web") {
			t.Errorf("%s where nothing is answered: %d %s", path, status, text)
		}
	}
}

// TestNodesShareWhatWaits has each of two servers convert some of the documents that wait when they start: the first one
// takes no more than it has to do for a while.
func TestNodesShareWhatWaits(t *testing.T) {
	t.Parallel()
	data := sharing(t)
	web := startOn(t, data(), nil, "--role", "web")
	var waiting []string
	for range 60 {
		waiting = append(waiting, web.upload("letter.docx", fresh(t, "sample.docx")).ID)
	}
	nodes := make([]*instance, 2)
	var starts sync.WaitGroup
	for i := range nodes {
		folder := data()
		starts.Go(func() { nodes[i] = startOn(t, folder, nil, "--role", "convert", "--workers", "1") })
	}
	starts.Wait()
	for _, id := range waiting {
		if done := web.wait(id); done.Status != "ready" {
			t.Errorf("%+v", done)
		}
	}
	for i, node := range nodes {
		if node.steps("office") == "" {
			t.Errorf("server %d has converted nothing", i)
		}
	}
}

// TestRolesAreForSharedLibraries refuses a role where there is nobody to share the work with.
func TestRolesAreForSharedLibraries(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	for _, role := range []string{"web", "convert"} {
		_, stderr := runCommand(t, nil, 2, "serve", "--data", t.TempDir(), "--role", role)
		if !strings.Contains(stderr, "--role "+role+" is for servers that share a library") {
			t.Errorf("%s: %s", role, stderr)
		}
	}
}

// TestDraining has a server answer on after it was told to end, and say that it ends, so that a
// balancer asks another one before it is gone.
func TestDraining(t *testing.T) {
	t.Parallel()
	data := sharing(t)
	s := startOn(t, data(), nil, "--drain", "3s")
	doc := s.upload("letter.docx", fresh(t, "sample.docx"))
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	becomes(t, "the server says that it ends", func() bool {
		status, text := s.call(http.MethodGet, s.URL+"/readyz", nil, nil)
		return status == http.StatusServiceUnavailable && strings.Contains(string(text), "it is ending")
	})
	s.want(http.StatusOK, http.MethodGet, "/document/"+doc.ID, nil)
	later := s.upload("later.docx", fresh(t, "sample.docx"))
	if err := <-s.ended; err != nil {
		t.Errorf("it ended with %v: %s", err, s.log)
	}
	s = startOn(t, data(), nil)
	for _, id := range []string{doc.ID, later.ID} {
		if done := s.wait(id); done.Status != "ready" {
			t.Errorf("a document that was posted before is %+v", done)
		}
	}
}

// TestAnyNodeAnswers has what was done at one server be seen at another with the next request.
func TestAnyNodeAnswers(t *testing.T) {
	t.Parallel()
	data := sharing(t)
	one, other := startOn(t, data(), nil), startOn(t, data(), nil)
	stream := other.follow("", "")
	doc := one.wait(one.upload("letter.docx", fresh(t, "sample.docx")).ID)
	var kinds []string
	for _, e := range stream.until(doc.ID, "document.ready") {
		kinds = append(kinds, e.kind)
	}
	if got := strings.Join(kinds, " "); got != "document.posted document.processingStarted document.firstPageReady document.ready" {
		t.Errorf("the other server tells of %s", got)
	}
	page := "/document/" + doc.ID + "/page/1.svg"
	_, here := one.call(http.MethodGet, page, nil, nil)
	if status, there := other.call(http.MethodGet, page, nil, nil); status != http.StatusOK || string(here) != string(there) {
		t.Errorf("page 1 of the other server: %d, %d bytes for %d", status, len(there), len(here))
	}

	view := strings.TrimPrefix(one.view(doc.ID), one.URL)
	status := func(path string) string {
		status, _ := other.call(http.MethodGet, other.URL+path, nil, nil)
		return fmt.Sprint(status)
	}
	if got := status(view); got != "200" {
		t.Errorf("a session of one server is answered with %s at the other", got)
	}
	_, session, _ := strings.Cut(view, "sessionId=")
	one.call(http.MethodDelete, "/session/"+session, nil, nil)
	if got := status(view); got != "410" {
		t.Errorf("a session that was ended at one server is answered with %s at the other", got)
	}
	one.fields(http.StatusOK, http.MethodPost, "/settings/viewer/profile/quiet", `{"thumbnailsShown":false}`)
	other.want(http.StatusOK, http.MethodGet, "/settings/viewer/profile/quiet", nil)
	key := one.fields(http.StatusOK, http.MethodGet, "/key/current", "")["id"].(string)
	other.call(http.MethodDelete, "/key/"+key, nil, nil)
	if status, _ := one.call(http.MethodGet, "/document", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("a key that was revoked at the other server is answered with %d", status)
	}
}
