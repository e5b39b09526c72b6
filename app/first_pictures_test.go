package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"syscall"
	"testing"

	"lectern/backend/cmd/client"
	"lectern/backend/library"
	"lectern/backend/web/studio"
)

// Pictures that are stored and read are the same. Damaged pictures are ignored.
func TestFirstPictures(t *testing.T) {
	stored := firstPictures{{ID: "a", Revision: 3, Width: studio.PictureWidth, PNG: []byte("picture")}}
	encoded, err := stored.encode()
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := decodePictures(encoded).find("a", 3); !ok || string(got.PNG) != "picture" {
		t.Errorf("the picture is %+v", got)
	}
	if got, ok := decodePictures(encoded).find("a", 4); ok {
		t.Errorf("the picture of another revision is %+v", got)
	}
	for at := range encoded {
		damaged := slices.Clone(encoded)
		damaged[at] ^= 1
		if got := decodePictures(damaged); got != nil {
			t.Fatalf("with a damaged byte %d, the pictures are %+v", at, got)
		}
		if got := decodePictures(encoded[:at]); got != nil {
			t.Fatalf("of %d bytes, the pictures are %+v", at, got)
		}
	}
}

// A picture that the previous start has left is used if it is of the same revision of a document that still exists.
func TestFirstScreenUsesPicturesThatAreLeft(t *testing.T) {
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
		f.left = append(f.left, studio.Picture{ID: id, Revision: revision, Width: studio.PictureWidth, PNG: []byte("left picture of " + id)})
	}
	var got []string
	for _, picture := range f.collectPictures(t.Context(), 10) {
		got = append(got, string(picture.PNG))
	}
	slices.Sort(got)
	if want := []string{"left picture of same", "new picture of changed"}; !slices.Equal(got, want) {
		t.Errorf("the pictures are %q, want %q", got, want)
	}
}

// The window leaves the pictures of its documents for its next start.
func TestWindowLeavesPictures(t *testing.T) {
	display := screen(t)
	first := launchPaged(t, display)
	id := post(t, first.instance(t))
	server := &client.Client{Instance: first.instance(t)}
	await(t, "the picture", func() bool { return hasPicture(t.Context(), server, id) })
	first.do(t, "") // before its page is loaded, the window does not end properly
	if err := first.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-first.ended
	left, err := library.ReadPictures(first.data)
	if pictures := decodePictures(left); err != nil || len(pictures) != 1 || pictures[0].ID != id {
		t.Fatalf("it has left the pictures %+v: %v", pictures, err)
	}
}

func hasPicture(ctx context.Context, server *client.Client, id string) bool {
	address := fmt.Sprintf("%s/document/%s/thumbnail?width=%d", server.Instance.APIBase, id, studio.PictureWidth)
	body, err := server.Send(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	return body.Close() == nil
}
