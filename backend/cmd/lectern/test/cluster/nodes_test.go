package cluster_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// sharedLibrary returns a function that creates data folders for servers that share a library.
func sharedLibrary(t *testing.T) (data func() string) {
	t.Helper()
	environment := lecterntest.SharedLibrary(t)
	return func() string {
		folder := t.TempDir()
		lecterntest.LibraryEnv.Store(folder, environment)
		return folder
	}
}

// steps returns the lines of a server's metrics that count the conversions by a kind of converter, or "" if there were
// no conversions.
func steps(s *lecterntest.Server, kind string) string {
	s.T.Helper()
	_, text := s.Call(http.MethodGet, s.URL+"/metrics", nil, nil)
	return strings.Join(regexp.MustCompile(`lectern_converter_seconds_count\{kind="`+kind+`".*`).FindAllString(string(text), -1), "\n")
}

// TestNodesWithRoles runs one server with the role web and one server with the role convert. The server with the role
// web must not convert documents. The server with the role convert must respond only to health checks and requests for
// metrics.
func TestNodesWithRoles(t *testing.T) {
	t.Parallel()
	data := sharedLibrary(t)
	web := lecterntest.StartIn(t, data(), nil, "--role", "web")
	waiting := web.Upload("letter.docx", lecterntest.UniqueSample(t, "sample.docx"))
	converting := lecterntest.StartIn(t, data(), nil, "--role", "convert")
	for _, doc := range []lecterntest.Document{waiting, web.Upload("table.xlsx", lecterntest.UniqueSample(t, "sample.xlsx")),
		web.Upload("paper.pdf", lecterntest.UniqueSample(t, "sample.pdf"))} {
		if done := web.Wait(doc.ID); done.Status != "ready" {
			t.Errorf("%s is %+v", doc.Name, done)
		}
	}
	if status, _ := web.Call(http.MethodGet, "/document/"+waiting.ID+"/page/1.svg", nil, nil); status != http.StatusOK {
		t.Errorf("page 1 has status %d", status)
	}
	if steps(web, "office") != "" || steps(converting, "office") == "" {
		t.Errorf("web has converted %q, convert %q", steps(web, "office"), steps(converting, "office"))
	}
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/metrics": 200, "/api/v0/document": 421,
		"/viewer/view?sessionId=x": 421, "/docs": 421, "/": 421} {
		status, text := converting.Call(http.MethodGet, converting.URL+path, nil, nil)
		if status != want || want == 421 && !strings.Contains(string(text), "--role web") {
			t.Errorf("%s where nothing is served: status %d %s", path, status, text)
		}
	}
}

// TestNodesShareTheQueue starts two converting servers while many documents wait. Each must convert some of them,
// because a server claims only a few jobs at a time.
func TestNodesShareTheQueue(t *testing.T) {
	t.Parallel()
	data := sharedLibrary(t)
	web := lecterntest.StartIn(t, data(), nil, "--role", "web")
	var waiting []string
	for range 60 {
		waiting = append(waiting, web.Upload("letter.docx", lecterntest.UniqueSample(t, "sample.docx")).ID)
	}
	nodes := make([]*lecterntest.Server, 2)
	var starts sync.WaitGroup
	for i := range nodes {
		folder := data()
		starts.Go(func() { nodes[i] = lecterntest.StartIn(t, folder, nil, "--role", "convert", "--workers", "1") })
	}
	starts.Wait()
	for _, id := range waiting {
		if done := web.Wait(id); done.Status != "ready" {
			t.Errorf("%+v", done)
		}
	}
	for i, node := range nodes {
		if steps(node, "office") == "" {
			t.Errorf("server %d has converted nothing", i)
		}
	}
}

// TestRolesAreForSharedLibraries checks that a server that does not share its library refuses to start with a role.
func TestRolesAreForSharedLibraries(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for _, role := range []string{"web", "convert"} {
		_, stderr := lecterntest.RunWithEnv(t, nil, 2, "serve", "--data", t.TempDir(), "--role", role)
		if !strings.Contains(stderr, "--role "+role+" is for servers that share a library") {
			t.Errorf("%s: %s", role, stderr)
		}
	}
}

// TestDraining checks that a server with --drain still responds after SIGTERM, while /readyz reports that it is
// stopping, so that a load balancer has time to choose another server.
func TestDraining(t *testing.T) {
	t.Parallel()
	data := sharedLibrary(t)
	s := lecterntest.StartIn(t, data(), nil, "--drain", "3s")
	doc := s.Upload("letter.docx", lecterntest.UniqueSample(t, "sample.docx"))
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	lecterntest.Eventually(t, "the server says that it ends", func() bool {
		status, text := s.Call(http.MethodGet, s.URL+"/readyz", nil, nil)
		return status == http.StatusServiceUnavailable && strings.Contains(string(text), "it is stopping")
	})
	s.Want(http.StatusOK, http.MethodGet, "/document/"+doc.ID, nil)
	later := s.Upload("later.docx", lecterntest.UniqueSample(t, "sample.docx"))
	if err := <-s.Ended; err != nil {
		t.Errorf("it ended with %v: %s", err, s.Log)
	}
	s = lecterntest.StartIn(t, data(), nil)
	for _, id := range []string{doc.ID, later.ID} {
		if done := s.Wait(id); done.Status != "ready" {
			t.Errorf("a document that was posted before is %+v", done)
		}
	}
}

// TestAnyNodeAnswers checks that every change made through one server is visible in the next request to another server.
func TestAnyNodeAnswers(t *testing.T) {
	t.Parallel()
	data := sharedLibrary(t)
	one, other := lecterntest.StartIn(t, data(), nil), lecterntest.StartIn(t, data(), nil)
	stream := other.FollowEvents("", "")
	doc := one.Wait(one.Upload("letter.docx", lecterntest.UniqueSample(t, "sample.docx")).ID)
	var kinds []string
	for _, e := range stream.Until(doc.ID, "document.ready") {
		kinds = append(kinds, e.Kind)
	}
	if got := strings.Join(kinds, " "); got != "document.posted document.processingStarted document.firstPageReady document.ready" {
		t.Errorf("the other server has %s", got)
	}
	page := "/document/" + doc.ID + "/page/1.svg"
	_, here := one.Call(http.MethodGet, page, nil, nil)
	if status, there := other.Call(http.MethodGet, page, nil, nil); status != http.StatusOK || string(here) != string(there) {
		t.Errorf("page 1 of the other server: %d, %d bytes for %d", status, len(there), len(here))
	}

	view := strings.TrimPrefix(one.View(doc.ID), one.URL)
	status := func(path string) string {
		status, _ := other.Call(http.MethodGet, other.URL+path, nil, nil)
		return fmt.Sprint(status)
	}
	if got := status(view); got != "200" {
		t.Errorf("a session of one server is %s at the other", got)
	}
	_, session, _ := strings.Cut(view, "sessionId=")
	one.Call(http.MethodDelete, "/session/"+session, nil, nil)
	if got := status(view); got != "410" {
		t.Errorf("a session that was ended at one server is %s at the other", got)
	}
	one.Fields(http.StatusOK, http.MethodPost, "/settings/viewer/profile/quiet", `{"thumbnailsShown":false}`)
	other.Want(http.StatusOK, http.MethodGet, "/settings/viewer/profile/quiet", nil)
	key := one.Fields(http.StatusOK, http.MethodGet, "/key/current", "")["id"].(string)
	other.Call(http.MethodDelete, "/key/"+key, nil, nil)
	if status, _ := one.Call(http.MethodGet, "/document", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("a key that was revoked at the other server has status %d", status)
	}
}
