package api_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// metricName matches the names of metrics in a text, including the names of a histogram's series.
var metricName = regexp.MustCompile(`\b(?:lectern|process|go)_[a-z_]+`)

// metrics sends various requests to a server, so that all of its metrics have values. It returns the names of the
// metrics, and the text of /metrics.
func metrics(s *lecterntest.Server) (names []string, text string) {
	s.T.Helper()
	s.Wait(s.Upload("a.docx", lecterntest.Sample(s.T, "sample.docx")).ID)
	s.Wait(s.Upload("b.pdf", append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("no PDF at all "), 99)...)).ID)
	_, answer := s.Call(http.MethodGet, s.URL+"/metrics", nil, nil)
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (\S+)`).FindAllSubmatch(answer, -1) {
		names = append(names, string(line[1]))
	}
	return names, string(answer)
}

// metricsNamed returns the metrics that a text mentions, without repetitions.
func metricsNamed(text string, names []string) []string {
	found := map[string]bool{}
	for _, name := range metricName.FindAllString(text, -1) {
		for _, series := range []string{"_bucket", "_count", "_sum"} {
			if base, is := strings.CutSuffix(name, series); is && slices.Contains(names, base) {
				name = base
			}
		}
		found[name] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// TestMetricsAreDescribed checks that the operator's guide and the dashboard mention every metric of the server, and no
// metric that does not exist.
func TestMetricsAreDescribed(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	names, _ := metrics(s)
	root := lecterntest.ProjectFolder(t)
	for _, path := range []string{"backend/OPERATING.md", "build/grafana/lectern.json"} {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		found := metricsNamed(string(text), names)
		for _, name := range found {
			if !slices.Contains(names, name) {
				t.Errorf("%s has %s, which the server has not", path, name)
			}
		}
		for _, name := range names {
			if strings.HasPrefix(name, "lectern_") && !slices.Contains(found, name) {
				t.Errorf("%s lacks %s", path, name)
			}
		}
	}
}

// TestLabelsOfTheDashboard checks that the metrics of a running server have every label value that an expression of the
// dashboard selects.
func TestLabelsOfTheDashboard(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	_, series := metrics(s)
	root := lecterntest.ProjectFolder(t)
	text, err := os.ReadFile(filepath.Join(root, "build/grafana/lectern.json"))
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	selected := regexp.MustCompile(`(status|kind|step|state)="([^"$]+)"`)
	count := 0
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			for _, label := range selected.FindAllStringSubmatch(target.Expr, -1) {
				if count++; !strings.Contains(series, label[0]) && label[2] != "template" {
					t.Errorf("no series has %s, which %s selects", label[0], target.Expr)
				}
			}
		}
	}
	if count == 0 {
		t.Error("no expression selects anything")
	}
}

// TestActionsAreListed checks that the operator's guide lists every action of the audit log, and no action that does
// not exist.
func TestActionsAreListed(t *testing.T) {
	t.Parallel()
	root := lecterntest.ProjectFolder(t)
	page, err := os.ReadFile(filepath.Join(root, "backend/OPERATING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "| Area | `action` |\n")
	text, _, _ = strings.Cut(text, "\n\n")
	found := map[string]bool{}
	for _, match := range regexp.MustCompile("`([a-z]+-[a-z-]+[a-z])`").FindAllStringSubmatch(text, -1) {
		found[match[1]] = true
	}
	// the guide lists the actions on profiles and themes as four verbs that apply to these two names
	delete(found, "viewer-profile")
	delete(found, "viewer-theme")
	for _, verb := range []string{"post-", "put-", "rename-", "delete-"} {
		found[verb+"viewer-profile"], found[verb+"viewer-theme"] = true, true
	}
	// Reading secrets is audited.
	want := map[string]bool{"get-backup": true, "get-webhook-secret": true}
	// Commands that have no corresponding operation of the API.
	for _, action := range []string{"forget-secrets", "move-library", "start-anew", "take-over-content", "undo-move"} {
		want[action] = true
	}
	for name := range changing(lecterntest.Start(t)) {
		want[name] = true
	}
	if !maps.Equal(found, want) {
		t.Errorf("the page has\n%q\nthe log\n%q", slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(want)))
	}
}

// changing returns the ids of the operations that change data.
func changing(s *lecterntest.Server) map[string]bool {
	s.T.Helper()
	_, text := s.Call(http.MethodGet, s.URL+"/openapi.json", nil, nil)
	var description struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal(text, &description); err != nil {
		s.T.Fatal(err)
	}
	ids := map[string]bool{}
	for _, methods := range description.Paths {
		for method, operation := range methods {
			if method != "get" {
				ids[operation.OperationID] = true
			}
		}
	}
	for _, reads := range []string{"archive-documents", "preview-template", "read-template-rows"} {
		delete(ids, reads)
	}
	return ids
}
