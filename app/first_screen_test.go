package app

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lectern/backend/cmd/client"
	"lectern/backend/library"
	"lectern/backend/web/studio"
)

// firstPage is the page in the tests of the first screen.
const firstPage = `<!doctype html><html><head><title>Lectern</title></head><body></body></html>`

// newFirstScreen returns a first screen that requests its data from a server with the key "secret".
func newFirstScreen(t *testing.T, server http.Handler) *firstScreen {
	t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		server.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	instance := library.Instance{URL: host.URL, APIBase: host.URL + "/api/v0", Key: "secret"}
	return &firstScreen{server: &client.Client{Instance: instance}, savesPictures: true, log: slog.New(slog.DiscardHandler)}
}

// load requests a path from the handler of the window, and returns the page and the data in it.
func load(t *testing.T, f *firstScreen, path string) (page string, start *studio.FirstScreen) {
	t.Helper()
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "next") })
	response := httptest.NewRecorder()
	f.serve(fstest.MapFS{"index.html": {Data: []byte(firstPage)}}, next).
		ServeHTTP(response, httptest.NewRequest(http.MethodGet, path, nil))
	page = response.Body.String()
	_, block, found := strings.Cut(page, `<script type="application/json" id="start">`)
	if !found {
		return page, nil
	}
	text, _, _ := strings.Cut(block, "</script>")
	if err := json.Unmarshal([]byte(text), &start); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return page, start
}

// The page of the window contains the data of the first screen when it is loaded for the first time, and only then.
func TestFirstScreen(t *testing.T) {
	drawn := make(chan struct{})
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v0/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Total-Count", "7")
		fmt.Fprintf(w, `{"of":%q,"in":%q}`, r.URL.Path, r.Header.Get("Accept-Language"))
	})
	server.HandleFunc("GET /api/v0/document", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Total-Count", "7")
		fmt.Fprint(w, `[{"id":"a","revision":3,"viewable":true,"name":"</script>"},{"id":"b","viewable":false},{"id":"c","viewable":true}]`)
	})
	server.HandleFunc("GET /api/v0/document/{id}/thumbnail", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "picture of "+r.PathValue("id"))
		w.(http.Flusher).Flush()
		close(drawn)
	})
	f := newFirstScreen(t, server)
	if page, _ := load(t, f, "/"); page != firstPage {
		t.Errorf("before the server runs, the page is %s", page)
	}
	f.request(t.Context(), 2, "de")
	<-drawn
	await(t, "the picture", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return len(f.pictures) == 1
	})
	if page, _ := load(t, f, "/studio/index.js"); page != "next" {
		t.Errorf("a script is %s", page)
	}
	_, start := load(t, f, "/")
	if start == nil {
		t.Fatal("the page has no data")
	}
	paths := []string{studio.DocumentsPath, studio.KeyPath, studio.LibraryPath, studio.ServerPath}
	if got := slices.Sorted(maps.Keys(start.Responses)); !slices.Equal(got, paths) {
		t.Errorf("the page has responses to %q", got)
	}
	if got := start.Responses[studio.DocumentsPath]; got.Total != "7" || !strings.Contains(got.Body, `"name":"</script>"`) {
		t.Errorf("the list is %+v", got)
	}
	if got := start.Responses[studio.KeyPath].Body; got != `{"of":"/api/v0/key/current","in":"de"}` {
		t.Errorf("the key is %s", got)
	}
	picture := start.Pictures[0]
	if picture.ID != "a" || picture.Revision != 3 || picture.Width != studio.PictureWidth || string(picture.PNG) != "picture of a" {
		t.Errorf("the picture is %+v", picture)
	}
	if page, _ := load(t, f, "/"); page != firstPage {
		t.Errorf("the page that is loaded again is %s", page)
	}
}

// Pictures are requested for about as many documents as the window shows.
func TestVisibleDocuments(t *testing.T) {
	for _, test := range []struct {
		at   *windowBounds
		want int
	}{
		{nil, 15},
		{&windowBounds{Width: 800, Height: 600}, 8},
		{&windowBounds{Width: 800, Height: 600, Maximised: true}, maxStartPictures},
		{&windowBounds{Width: 8000, Height: 6000}, maxStartPictures},
	} {
		if got := visibleDocuments(test.at); got != test.want {
			t.Errorf("a window with %+v shows %d documents, want %d", test.at, got, test.want)
		}
	}
}

// If the server rejects the requests, the page has no data, and sends the requests itself.
func TestFirstScreenWithoutAnswers(t *testing.T) {
	f := newFirstScreen(t, http.NotFoundHandler())
	f.request(t.Context(), 2, "de")
	if _, start := load(t, f, "/"); start == nil || len(start.Responses) > 0 || len(start.Pictures) > 0 {
		t.Errorf("the page has the data %+v", start)
	}
}

// The page does not wait for a response that takes too long, and sends the request itself.
func TestFirstScreenOfSlowServer(t *testing.T) {
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v0/", func(http.ResponseWriter, *http.Request) {})
	server.HandleFunc("GET /api/v0/library", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	f := newFirstScreen(t, server)
	f.request(t.Context(), 2, "de")
	_, start := load(t, f, "/")
	if start == nil {
		t.Fatal("the page has no data")
	}
	paths := []string{studio.DocumentsPath, studio.KeyPath, studio.ServerPath}
	if got := slices.Sorted(maps.Keys(start.Responses)); !slices.Equal(got, paths) {
		t.Errorf("the page has responses to %q", got)
	}
}

// The page in a real window has the data of its own server.
func TestFirstScreenInTheWindow(t *testing.T) {
	p := launchPaged(t, screen(t))
	text, _ := p.do(t, `return document.getElementById("start").textContent`).(string)
	var start studio.FirstScreen
	if err := json.Unmarshal([]byte(text), &start); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if got := start.Responses[studio.DocumentsPath]; strings.TrimSpace(got.Body) != "[]" || got.Total != "0" {
		t.Errorf("the list is %+v", got)
	}
}
