package viewer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocloud.dev/blob/fileblob"

	"lectern/backend/convert"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/document/pages"
	"lectern/backend/document/report"
	"lectern/backend/internal/outbound"
	"lectern/backend/profile"
	"lectern/backend/search"
	"lectern/backend/sentence/translation"
	"lectern/backend/session"
	"lectern/backend/store"
	"lectern/backend/theme"
	"lectern/backend/web/viewer"
)

// testViewer is a viewer with one document. Its sessions use a clock that the test sets.
type testViewer struct {
	t        *testing.T
	server   *httptest.Server
	store    *store.DB
	content  *content.Store
	renderer *tracedRenderer
	document document.Document
	session  session.Session
	profiles *profile.Service
	themes   *theme.Service
	now      atomic.Pointer[time.Time]
}

func openTestViewer(t *testing.T, prefix string) *testViewer {
	t.Helper()
	ctx, log := t.Context(), slog.New(slog.DiscardHandler)
	room := &testViewer{t: t}
	room.setClock(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	db, err := store.Open(ctx, filepath.Join(t.TempDir(), "lectern.db"), log)
	check(t, err)
	bucket, err := fileblob.OpenBucket(t.TempDir(), nil)
	check(t, err)
	stored := content.New(content.Config{Bucket: bucket, TempDir: t.TempDir(), Records: db.Documents, Log: log})
	pdf := pdf.New(convert.Config{
		Converter: converter(t), TempDir: t.TempDir(), Deadline: time.Minute, Memory: 2 << 30, Workers: 2, Idle: time.Minute,
	}, log)
	room.renderer = &tracedRenderer{Reader: pdf}
	cache, err := pages.New(pages.Config{Renderer: room.renderer, Content: stored, DrawsPerReader: 2, MaxBytes: 1 << 20})
	check(t, err)
	client, err := outbound.New(outbound.Config{})
	check(t, err)
	documents := document.New(document.Config{Store: db.Documents, Content: stored, Client: client,
		Limits: document.Limits{Upload: 1 << 30, Time: time.Minute}, Log: log})
	reports := report.New(report.Config{Store: db.Documents, Content: stored, Pages: cache, Pictures: pdf, Log: log})
	sessions := session.New(db.Sessions, room, nil)
	room.profiles, room.themes = profile.New(db.ViewerSettings, nil), theme.New(db.ViewerSettings, nil)
	languages, err := translation.Load()
	check(t, err)
	readers, err := viewer.New(viewer.Config{
		Documents: documents, Pages: cache, Reports: reports, Sessions: sessions, Profiles: room.profiles, Themes: room.themes,
		Search: search.New(db.Search, sampleWords{}), Languages: languages, Prefix: func() string { return prefix }, Log: log,
	})
	check(t, err)

	mux := http.NewServeMux()
	readers.Routes(mux)
	room.server, room.store, room.content = httptest.NewServer(mux), db, stored
	t.Cleanup(func() {
		room.server.Close()
		documents.Close()
		check(t, pdf.Close())
		check(t, bucket.Close())
		check(t, db.Close())
	})
	room.document = postSample(t, documents, db, pdf, stored)
	room.session, err = sessions.Create(ctx, room.document.ID, 60, session.Options{})
	check(t, err)
	return room
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func converter(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("LECTERN_BIN")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "build", "bin")
	}
	path, err := filepath.Abs(filepath.Join(dir, "lectern-converter"))
	check(t, err)
	return path
}

// postSample creates a document in the state ready, as after its conversion.
func postSample(t *testing.T, documents *document.Service, db *store.DB, reader *pdf.Reader, content *content.Store) document.Document {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "samples", "testdata", "sample.pdf"))
	check(t, err)
	defer f.Close()
	upload, err := documents.Receive(t.Context(), `<i>Sample</i>.pdf`, f)
	check(t, err)
	docs, _, err := documents.PostUploads(t.Context(), []document.Upload{upload}, document.Options{})
	check(t, err)
	key := docs[0].Original
	open := func(ctx context.Context) (*os.File, error) { return content.Open(ctx, key) }
	info, err := reader.Info(t.Context(), pdf.Source{Key: key, Open: open})
	check(t, err)
	doc, err := db.Documents.UpdateDocument(t.Context(), docs[0].ID, document.Update{
		PDF: &document.PDF{Key: key, Pages: info.Pages, Sizes: document.Sizes(info.Sizes)},
		Change: func(d *document.Document) error {
			d.Status, d.Viewable, d.PDF, d.PageCount, d.Version = document.Ready, true, key, info.Pages, 1
			return nil
		},
	})
	check(t, err)
	return doc
}

// Now and RecordExpiry make the test viewer a clock for sessions.
func (r *testViewer) Now() time.Time                                { return *r.now.Load() }
func (r *testViewer) RecordExpiry(context.Context, time.Time) error { return nil }

func (r *testViewer) setClock(now time.Time) { r.now.Store(&now) }

func (r *testViewer) get(path string) (*http.Response, string) {
	r.t.Helper()
	answer, err := http.Get(r.server.URL + path)
	check(r.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	check(r.t, err)
	return answer, string(text)
}

func (r *testViewer) base() string { return "/viewer/session/" + r.session.ID }

func (r *testViewer) resources() []string {
	return []string{
		"/viewer/view?sessionId=" + r.session.ID, r.base() + "/state", r.base() + "/page/1.svg",
		r.base() + "/page/1.png?scale=0.5", r.base() + "/page/1.json", r.base() + "/page/1.txt", r.base() + "/outline",
		r.base() + "/search?q=sample",
		r.base() + "/search/counts?q=sample",
		r.base() + "/fonts", r.base() + "/pdf", r.base() + "/original", r.base() + "/text", r.base() + "/thumbnail?width=100",
	}
}

func TestThePageArrivesDrawn(t *testing.T) {
	room := openTestViewer(t, "")
	answer, page := room.get("/viewer/view?sessionId=" + room.session.ID)
	if answer.StatusCode != 200 || !strings.Contains(page, "<svg") || !strings.Contains(page, `"pageCount":2`) {
		t.Fatalf("%d %s", answer.StatusCode, page)
	}
	// The document's name is never interpreted as HTML.
	//
	// SECURITY.md, promise 35 (no injected scripts)
	if strings.Contains(page, "<i>Sample") {
		t.Error("the document's name is HTML")
	}
	policy := answer.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "script-src 'self' 'unsafe-inline'") {
		t.Errorf("policy is %q", policy)
	}
	nonce := regexp.MustCompile(`'nonce-([^']+)'`).FindStringSubmatch(policy)
	for _, tag := range regexp.MustCompile(`<(script|style)\b[^>]*>`).FindAllString(page, -1) {
		if !strings.Contains(tag, "src=") && !strings.Contains(tag, nonce[1]) {
			t.Errorf("%s lacks the nonce", tag)
		}
	}
}

// The style element with the font of an SVG page has a nonce in the viewer page. When the script requests the page, the
// response contains the position of the style instead.
func TestTheFontOfADrawing(t *testing.T) {
	room := openTestViewer(t, "")
	_, page := room.get("/viewer/view?sessionId=" + room.session.ID)
	if !regexp.MustCompile(`<svg [^>]*><style nonce="[^"]+">@font-face`).MatchString(page) {
		t.Error("the drawing in the viewer page has no style with a nonce behind its first tag")
	}
	answer, drawing := room.get(room.base() + "/page/1.svg")
	var start, end int
	if _, err := fmt.Sscanf(answer.Header.Get("Page-Font"), "%d-%d", &start, &end); err != nil {
		t.Fatalf("Page-Font %q: %v", answer.Header.Get("Page-Font"), err)
	}
	if style := drawing[start:end]; !regexp.MustCompile(`^<style>@font-face[^<]*</style>$`).MatchString(style) {
		t.Errorf("at %d to %d is %.100s", start, end, style)
	}
	for _, form := range []string{"1.png", "1.txt", "1.json"} {
		if answer, _ := room.get(room.base() + "/page/" + form); answer.Header["Page-Font"] != nil {
			t.Errorf("%s has Page-Font %q", form, answer.Header["Page-Font"])
		}
	}
}

func TestEveryAssetOfThePageIsThere(t *testing.T) {
	for _, prefix := range []string{"", "/documents"} {
		room := openTestViewer(t, prefix)
		_, page := room.get("/viewer/view?sessionId=" + room.session.ID)
		assets := regexp.MustCompile(`(?:src|href)="([^"#]*/viewer/public/[^"]+)"`).FindAllStringSubmatch(page, -1)
		if len(assets) == 0 {
			t.Fatalf("the page names no asset: %s", page)
		}
		for _, asset := range assets {
			path, ok := strings.CutPrefix(asset[1], prefix)
			if answer, _ := room.get(path); !ok || answer.StatusCode != 200 || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s: %d %v", asset[1], answer.StatusCode, answer.Header)
			}
		}
	}
}

// TestEverythingEndsWithTheSession requests all resources of a session before and after it expires.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestEverythingEndsWithTheSession(t *testing.T) {
	room := openTestViewer(t, "")
	for _, path := range room.resources() {
		if answer, text := room.get(path); answer.StatusCode != 200 {
			t.Errorf("%s before its end: %d %s", path, answer.StatusCode, text)
		}
	}
	room.setClock(room.session.ExpiresAt)
	for _, path := range room.resources() {
		answer, text := room.get(path)
		if answer.StatusCode != http.StatusGone || !strings.Contains(text, "has expired") {
			t.Errorf("%s after its end: %d %s", path, answer.StatusCode, text)
		}
		if answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s after its end may be kept", path)
		}
	}
}

func TestNotFound(t *testing.T) {
	room := openTestViewer(t, "")
	for path, status := range map[string]int{
		"/viewer/view":                       400,
		"/viewer/view?sessionId=unknown":     404,
		"/viewer/session/unknown/state":      404,
		room.base() + "/page/3.svg":          404,
		room.base() + "/page/0.svg":          404,
		room.base() + "/page/one.svg":        404,
		room.base() + "/page/1.html":         404,
		room.base() + "/page/1.png?scale=x":  422,
		room.base() + "/state?revision=x":    422,
		"/viewer/public/":                    404,
		"/viewer/public/.vite/manifest.json": 404,
		"/viewer/public/../page.html":        404,
	} {
		if answer, text := room.get(path); answer.StatusCode != status {
			t.Errorf("%s: %d, want %d: %s", path, answer.StatusCode, status, text)
		}
	}
}

func TestPagesAreKeptByTheirVersion(t *testing.T) {
	room := openTestViewer(t, "")
	for query, want := range map[string]string{"?v=1": "immutable", "?v=2": "no-store", "": "no-store"} {
		answer, _ := room.get(room.base() + "/page/1.svg" + query)
		if got := answer.Header.Get("Cache-Control"); !strings.Contains(got, want) {
			t.Errorf("page%s: %q", query, got)
		}
	}
}

// The properties of a document are not cached, because its report changes after its last version.
func TestPropertiesAreNotKept(t *testing.T) {
	room := openTestViewer(t, "")
	answer, text := room.get(room.base() + "/properties?v=1")
	if got := answer.Header.Get("Cache-Control"); answer.StatusCode != http.StatusOK || got != "no-store" {
		t.Errorf("%d %q %s", answer.StatusCode, got, text)
	}
}

func TestMissingFonts(t *testing.T) {
	room := openTestViewer(t, "")
	tests := []struct {
		name   string
		facts  []office.Fact
		status document.Status
		code   int
		want   string
	}{
		{"none", nil, document.Ready, 200, `{"missing":[],"unseen":[]}`},
		{"two, one of them twice", []office.Fact{
			{Name: document.FactMissingFont, Value: "Frutiger"}, {Name: document.FactMissingFont, Value: "Calibri|DejaVu Sans"},
			{Name: document.FactMissingFont, Value: "Frutiger"}, {Name: document.FactRequestedFont, Value: "Arial"},
		}, document.Ready, 200, `{"missing":[{"name":"Calibri","substitute":"DejaVu Sans"},{"name":"Frutiger"}],"unseen":[]}`},
		{"with substitutes of the same widths", []office.Fact{
			{Name: document.FactMissingFont, Value: "Calibri|Carlito"}, {Name: document.FactMissingFont, Value: "Arial|Liberation Sans"},
			{Name: document.FactMissingFont, Value: "Times New Roman|Liberation Serif"},
			{Name: document.FactMissingFont, Value: "Calibri Light|Carlito"},
		}, document.Ready, 200, `{"missing":[{"name":"Calibri Light","substitute":"Carlito"}],"unseen":[]}`},
		{"not yet", nil, document.Processing, 404, "still being converted"},
	}
	for _, test := range tests {
		_, err := room.store.Documents.UpdateDocument(t.Context(), room.document.ID, document.Update{
			Report: &document.Report{Facts: test.facts},
			Change: func(d *document.Document) error { d.Status = test.status; return nil },
		})
		check(t, err)
		answer, text := room.get(room.base() + "/fonts?v=1")
		if kept := strings.Contains(answer.Header.Get("Cache-Control"), "immutable"); answer.StatusCode != test.code ||
			!strings.Contains(text, test.want) || kept != (test.code == 200) {
			t.Errorf("%s: %d %s %v", test.name, answer.StatusCode, text, answer.Header)
		}
	}
}

// TestFailureAfterPage1 shows a document that failed after page 1 was ready. The HTML contains the failure, so that
// browsers without scripts show it, too.
func TestFailureAfterPage1(t *testing.T) {
	room := openTestViewer(t, "")
	address := "/viewer/view?sessionId=" + room.session.ID
	const notice = `data-kind="incomplete">The remaining pages could not be converted. <span>It took &lt;long&gt;. Let the person who ` +
		`sent you the link know.</span></p>`
	if _, page := room.get(address); strings.Contains(page, `data-kind="incomplete">`) {
		t.Error("a complete document has the notice about missing pages")
	}
	_, err := room.store.Documents.UpdateDocument(t.Context(), room.document.ID, document.Update{Change: func(d *document.Document) error {
		d.Status, d.Message = document.Failed, "It took <long>."
		return nil
	}})
	check(t, err)
	if _, page := room.get(address); !strings.Contains(page, notice) || !strings.Contains(page, ` data-page="1"`) {
		t.Errorf("the page lacks %s", notice)
	}
}

func TestStateFollowsTheRevision(t *testing.T) {
	room := openTestViewer(t, "/documents")
	_, text := room.get(room.base() + "/state")
	var state viewer.State
	check(t, json.Unmarshal([]byte(text), &state))
	if state.Revision != room.document.Revision || state.Shown != document.ShownAll || state.Base != "/documents"+room.base() ||
		state.ExpiresAt != "2026-01-02T04:04:05.000+00:00" {
		t.Errorf("state is %s", text)
	}
	// A request with an older revision gets its response without waiting.
	if _, again := room.get(room.base() + "/state?revision=1"); again != text {
		t.Errorf("state is %s", again)
	}
}
