package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"syscall"
	"testing"

	"lectern/backend/cmd/client"
	"lectern/backend/library"
	"lectern/backend/web/studio"
)

// Pictures that are saved and read are the same. Damaged pictures, and pictures of another version, are ignored.
func TestStartPictures(t *testing.T) {
	stored := startPictures{{ID: "a", Revision: 3, Width: studio.PictureWidth, PNG: []byte("picture")}}
	encoded, err := stored.encode("1.0")
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := decodePictures(encoded, "1.0").find("a", 3); !ok || string(got.PNG) != "picture" {
		t.Errorf("the picture is %+v", got)
	}
	if got, ok := decodePictures(encoded, "1.0").find("a", 4); ok {
		t.Errorf("the picture of another revision is %+v", got)
	}
	if got := decodePictures(encoded, "1.1"); got != nil {
		t.Errorf("for another version, the pictures are %+v", got)
	}
	for at := range encoded {
		damaged := slices.Clone(encoded)
		damaged[at] ^= 1
		if got := decodePictures(damaged, "1.0"); got != nil {
			t.Fatalf("with a damaged byte %d, the pictures are %+v", at, got)
		}
		if got := decodePictures(encoded[:at], "1.0"); got != nil {
			t.Fatalf("of %d bytes, the pictures are %+v", at, got)
		}
	}
}

// A saved picture is used if its document still exists and has the same revision. For other visible documents, new
// pictures are drawn and saved.
func TestFirstScreenUsesSavedPictures(t *testing.T) {
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v0/document", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `[{"id":"same","revision":3,"viewable":true},{"id":"changed","revision":2,"viewable":true},`+
			`{"id":"locked","revision":1,"viewable":false}]`)
	})
	server.HandleFunc("GET /api/v0/document/{id}/thumbnail", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "new picture of "+r.PathValue("id"))
	})
	f := newFirstScreen(t, server)
	for id, revision := range map[string]int{"same": 3, "changed": 1, "locked": 1, "deleted": 1} {
		f.savedPictures = append(f.savedPictures,
			studio.Picture{ID: id, Revision: revision, Width: studio.PictureWidth, PNG: []byte("saved picture of " + id)})
	}
	f.request(t.Context(), 10, "en")
	data := t.TempDir()
	await(t, "the pictures", func() bool {
		f.savePictures(t.Context(), data, "1.0")
		return len(readPictures(data, "1.0")) == 2
	})
	var got []string
	for _, picture := range readPictures(data, "1.0") {
		got = append(got, string(picture.PNG))
	}
	slices.Sort(got)
	if want := []string{"new picture of changed", "saved picture of same"}; !slices.Equal(got, want) {
		t.Errorf("the pictures are %q, want %q", got, want)
	}
}

// No picture of a document that was deleted while the window was open is saved.
func TestPicturesOfDeletedDocumentsAreDropped(t *testing.T) {
	for list, want := range map[string][]string{
		`[{"id":"kept","revision":2,"viewable":true}]`: {"kept"},
		`[]`:            nil,
		`not a list`:    nil,
		`{"id":"kept"}`: nil,
	} {
		server := http.NewServeMux()
		server.HandleFunc("GET /api/v0/document", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, list) })
		f := newFirstScreen(t, server)
		for _, id := range []string{"kept", "deleted"} {
			f.addPicture(studio.Picture{ID: id, Revision: 1, Width: studio.PictureWidth, PNG: []byte("picture")})
		}
		f.dropDeleted(t.Context())
		var got []string
		for _, picture := range f.pictures {
			got = append(got, picture.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the pictures of %q are left, want %q", list, got, want)
		}
	}
}

// If no pictures are saved, the program does not request the documents when the window is closed.
func TestNoPicturesToSave(t *testing.T) {
	server := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("it has requested %s", r.URL) })
	f := newFirstScreen(t, server)
	f.dropDeleted(t.Context())
	f.addPicture(studio.Picture{ID: "a", Revision: 1, Width: studio.PictureWidth, PNG: []byte("picture")})
	f.savesPictures = false
	f.dropDeleted(t.Context())
	data := t.TempDir()
	f.savePictures(t.Context(), data, "1.0")
	if got := readPictures(data, "1.0"); got != nil {
		t.Errorf("it has saved the pictures %+v", got)
	}
}

func readPictures(data, version string) startPictures {
	encoded, _ := library.ReadPictures(data) // an error means that there are none
	return decodePictures(encoded, version)
}

// The window shows the saved pictures of its documents, and saves them again.
func TestWindowSavesPictures(t *testing.T) {
	display := screen(t)
	first := launchPaged(t, display)
	saved := startPictures{{ID: post(t, first.instance(t)), Width: studio.PictureWidth, PNG: []byte("picture")}}
	server := &client.Client{Instance: first.instance(t)}
	await(t, "the document", func() (ready bool) {
		saved[0].Revision, ready = findRevision(t, server)
		return ready
	})
	first.quit(t)
	encoded, err := saved.encode("test")
	if err != nil {
		t.Fatal(err)
	}
	if err := library.SavePictures(first.data, encoded); err != nil {
		t.Fatal(err)
	}
	again := newPaged(t, display)
	again.Args = append(pageCommand(t, display, again.page).Args, "--data", first.data, "--addr", "127.0.0.1:0")
	again.run(t)
	text, _ := again.do(t, `return document.getElementById("start").textContent`).(string)
	var start studio.FirstScreen
	if err := json.Unmarshal([]byte(text), &start); err != nil || !reflect.DeepEqual(start.Pictures, []studio.Picture(saved)) {
		t.Errorf("the page has the pictures %+v: %v", start.Pictures, err)
	}
	again.quit(t)
	if got := readPictures(first.data, "test"); !reflect.DeepEqual(got, saved) {
		t.Errorf("it has saved the pictures %+v", got)
	}
}

// In the list view, the program requests no pictures for cards at the next start.
func TestNoStartPicturesInListView(t *testing.T) {
	display := screen(t)
	first := launchPaged(t, display)
	for _, test := range []struct {
		view  string
		cards bool
	}{{"list", false}, {"grid", true}} {
		first.do(t, `window.runtime.EventsEmit("`+viewEvent+`", "`+test.view+`")`)
		await(t, "the view "+test.view, func() bool {
			d := desktop{state: loadState(first.data)}
			return (d.visibleCards() > 0) == test.cards
		})
	}
}

// findRevision returns the revision of the only document, and whether its conversion is complete.
func findRevision(t *testing.T, server *client.Client) (revision int, ready bool) {
	t.Helper()
	body, err := server.Send(t.Context(), http.MethodGet, server.Instance.URL+studio.DocumentsPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	var documents []struct {
		Revision int
		Status   string
	}
	if err := json.NewDecoder(body).Decode(&documents); err != nil || len(documents) != 1 {
		t.Fatalf("%+v: %v", documents, err)
	}
	return documents[0].Revision, documents[0].Status == "ready"
}

// quit ends the program and waits until it has ended.
func (p *paged) quit(t *testing.T) {
	t.Helper()
	p.do(t, "") // waits until the page is loaded, because the window cannot be closed before
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-p.ended
}
