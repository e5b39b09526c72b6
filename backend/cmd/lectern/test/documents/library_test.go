package documents_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// details returns a document with all its details.
func details(s *lecterntest.Server, id any) map[string]any {
	s.T.Helper()
	return s.Fields(http.StatusOK, http.MethodGet, fmt.Sprintf("/document/%v?details=true", id), "")
}

// TestFavoritesAndOpenings marks favorites and records openings, and filters lists by them.
func TestFavoritesAndOpenings(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	s.Fields(http.StatusOK, http.MethodPost, "/settings/viewer/profile/reading", `{}`)
	s.Fields(http.StatusOK, http.MethodPost, "/settings/viewer/theme/night", `{}`)
	first := s.Upload("a.docx", lecterntest.UniqueSample(t, "sample.docx")).ID
	second := s.Want(http.StatusOK, http.MethodPost, "/document/upload?filename=b.pdf&profile=reading&theme=night",
		bytes.NewReader(lecterntest.Sample(t, "sample.pdf"))).ID
	s.Wait(first)
	s.Wait(second)
	plain := s.Fields(http.StatusOK, http.MethodGet, "/document/"+first, "")
	for _, field := range []string{"favorite", "openedAt", "size", "type", "revision", "profile", "collections", "progress", "sourcePath"} {
		if plain[field] != nil {
			t.Errorf("nobody has asked for %s, and it is %v", field, plain[field])
		}
	}
	doc := details(s, first)
	if doc["type"] != "docx" || doc["size"].(float64) < 1000 || doc["revision"].(float64) < 2 || doc["progress"] != nil {
		t.Errorf("its details are %v", doc)
	}
	before := doc["revision"].(float64)
	s.Fields(http.StatusOK, http.MethodPatch, "/document/"+first, `{"favorite":true,"opened":true,"theme":"night"}`)
	doc = details(s, first)
	if doc["favorite"] != true || !lecterntest.OffsetTime.MatchString(fmt.Sprint(doc["openedAt"])) || doc["theme"] != "night" ||
		doc["revision"].(float64) <= before {
		t.Errorf("it becomes %v", doc)
	}
	if other := details(s, second); other["profile"] != "reading" || other["theme"] != "night" {
		t.Errorf("posted so, it is %v", other)
	}
	for query, want := range map[string]string{"favorite=true": "a.docx", "opened=true&sort=-openedAt": "a.docx",
		"sort=-openedAt": "a.docx b.pdf"} {
		if names, _ := s.ListNames(query); strings.Join(names, " ") != want {
			t.Errorf("%s lists %v", query, names)
		}
	}
	doc = s.Fields(http.StatusOK, http.MethodPatch, "/document/"+first, `{"favorite":false,"opened":false,"theme":""}`)
	if doc["favorite"] != nil || doc["openedAt"] == nil || doc["theme"] != nil {
		t.Errorf("afterwards it is %v", doc)
	}
	for _, wrong := range []string{`{"profile":"none"}`, `{"theme":"none"}`, `{"favorite":7}`} {
		s.Fields(http.StatusUnprocessableEntity, http.MethodPatch, "/document/"+first, wrong)
	}
	s.WantRefused(http.StatusUnprocessableEntity, http.MethodPost, "/document/upload?filename=a.pdf&profile=none")
}

// TestSessionsTakeTheirDocumentsSettings opens a document that has a profile and a theme. A profile or theme in the
// viewer's URL takes precedence over the session's profile or theme, which takes precedence over the document's.
func TestSessionsTakeTheirDocumentsSettings(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for _, name := range []string{"one", "two", "three"} {
		s.Fields(http.StatusOK, http.MethodPost, "/settings/viewer/profile/"+name, fmt.Sprintf(`{"homeURL":"http://%s.example/"}`, name))
		s.Fields(http.StatusOK, http.MethodPost, "/settings/viewer/theme/"+name, fmt.Sprintf(`{"logo":"http://%s.example/logo.png"}`, name))
	}
	id := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID
	s.Wait(id)
	s.Fields(http.StatusOK, http.MethodPatch, "/document/"+id, `{"profile":"one","theme":"one"}`)
	for _, test := range []struct{ session, address, want string }{
		{"", "", "one"}, {"&profile=two&theme=two", "", "two"}, {"", "&profile=three&theme=three", "three"}, {"&profile=two&theme=two",
			"&profile=three&theme=three", "three"},
		{"&lockedProfile=true", "&profile=three", "one"},
	} {
		granted := s.Want(http.StatusOK, http.MethodPost, "/session?documentId="+id+test.session, nil)
		_, page := s.Call(http.MethodGet, granted.ViewerURL+test.address, nil, nil)
		if !strings.Contains(string(page), "http://"+test.want+".example/") || !strings.Contains(string(page), "example/logo.png") {
			t.Errorf("%+v: the page does not use %s", test, test.want)
		}
	}
}

// TestProgress posts a document that is fetched slowly. The stream of changes must report its progress, for windows
// that show it.
func TestProgress(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	content := lecterntest.Sample(t, "sample.pdf")
	more := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		_, _ = w.Write(content[:1000])
		w.(http.Flusher).Flush()
		<-more
		_, _ = w.Write(content[1000:])
	}))
	defer server.Close()
	s := lecterntest.Start(t, "--allow-host", "127.0.0.1")
	news := s.FollowChanges()
	id := s.Want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(server.URL+"/a.pdf"), nil).ID
	want := fmt.Sprint(map[string]any{"step": "fetching", "done": 1000, "total": len(content)})
	for got := ""; got != want; {
		news.Until("document", id)
		got = fmt.Sprint(details(s, id)["progress"])
	}
	close(more)
	if doc := s.Wait(id); doc.Status != "ready" {
		t.Errorf("it is %+v", doc)
	}
	if doc := details(s, id); doc["progress"] != nil {
		t.Errorf("afterwards it is at %v", doc["progress"])
	}
}

// TestLibraryIsCounted checks that the library's summary counts documents by each property that lists can be filtered
// by.
func TestLibraryIsCounted(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	if got, want := fmt.Sprint(s.Fields(http.StatusOK, http.MethodGet, "/library", "")),
		"map[collections:[] failed:0 favorites:0 folders:[] opened:0 processing:0 tags:[] total:0 trash:0 trashDays:30 types:map[pdf:0 sheet:0 "+
			"slides:0 text:0]]"; got != want {
		t.Errorf("an empty one is %s, want %s", got, want)
	}
	ids := uploadAll(s, "a", "b", "c")
	s.Wait(s.Upload("broken", lecterntest.Sample(t, "damaged.docx")).ID)
	s.Wait(s.Upload("d", lecterntest.Sample(t, "sample.xlsx")).ID)
	collection := fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/collection", `{"name":"Case"}`)["id"])
	batch(s, `{`+named(ids...)+`,"action":"tag","tags":["Zebra","öl"]}`)
	batch(s, `{`+named(ids[0])+`,"action":"favorite"}`)
	batch(s, `{`+named(ids...)+`,"action":"collect","collection":"`+collection+`"}`)
	s.Fields(http.StatusOK, http.MethodPatch, "/document/"+ids[1], `{"opened":true}`)
	batch(s, `{`+named(ids[2])+`,"action":"trash"}`)
	s.Fields(http.StatusOK, http.MethodPatch, "/settings", `{"trashDays":7}`)
	counted := s.Fields(http.StatusOK, http.MethodGet, "/library", "")
	first := counted["collections"].([]any)[0].(map[string]any)
	if first["name"] != "Case" || first["count"] != 2.0 {
		t.Errorf("its collection is %v", first)
	}
	delete(counted, "collections")
	if got, want := fmt.Sprint(counted), "map[failed:1 favorites:1 folders:[] opened:1 processing:0 tags:[map[count:2 name:öl] map[count:2 "+
		"name:Zebra]] total:4 trash:1 trashDays:7 types:map[pdf:2 sheet:1 slides:0 text:0]]"; got != want {
		t.Errorf("it is %s\nwant  %s", got, want)
	}
}

func TestCurrentKey(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	made := s.Fields(http.StatusOK, http.MethodPost, "/key?name=reader&role=read", "")
	own := s.Key
	s.Key = fmt.Sprint(made["key"])
	if got := fmt.Sprint(s.Fields(http.StatusOK, http.MethodGet, "/key/current", "")); got != fmt.Sprintf(
		"map[id:%v local:false name:reader role:read]", made["id"]) {
		t.Errorf("it is %s", got)
	}
	s.Key = s.LocalKey()
	if got := s.Fields(http.StatusOK, http.MethodGet, "/key/current", ""); got["local"] != true || got["role"] != "admin" {
		t.Errorf("that of this machine is %v", got)
	}
	s.Key = own
	s.Fields(http.StatusNoContent, http.MethodDelete, fmt.Sprintf("/key/%v", made["id"]), "")
	s.Key = fmt.Sprint(made["key"])
	s.WantRefused(http.StatusUnauthorized, http.MethodGet, "/key/current")
}

// TestStorage empties the trash. The documents in the trash must be deleted with all their data, and other documents
// must not be deleted.
func TestStorage(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	var ids []string
	for range 2 {
		ids = append(ids, s.Upload("a.docx", lecterntest.UniqueSample(t, "sample.docx")).ID)
	}
	for _, id := range ids {
		s.Wait(id)
	}
	batch(s, `{`+named(ids[0])+`,"action":"trash"}`)
	before := s.Fields(http.StatusOK, http.MethodGet, "/storage", "")
	size := details(s, ids[0])["size"].(float64)
	if before["documents"] != 2.0 || before["originals"] != 2*size || before["pdfs"].(float64) < 1000 || before["database"].(float64) < 1000 ||
		before["free"].(float64) < 1 ||
		fmt.Sprint(before["trash"]) != fmt.Sprint(map[string]any{"count": 1.0, "bytes": size}) {
		t.Errorf("at first it is %v", before)
	}
	stray := filepath.Join(s.Data, "content", "ab", strings.Repeat("c", 62))
	half := stray + ".half"
	for _, path := range []string{stray, half} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("left"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	after := s.Fields(http.StatusOK, http.MethodPost, "/storage/clean", "")
	if after["documents"] != 1.0 || after["originals"] != size || fmt.Sprint(after["trash"]) != fmt.Sprint(map[string]any{"count": 0.0,
		"bytes": 0.0}) {
		t.Errorf("then it is %v", after)
	}
	s.Fields(http.StatusNotFound, http.MethodGet, "/document/"+ids[0], "")
	if _, err := os.Stat(stray); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what nobody needs is there: %v", err)
	}
	if _, err := os.Stat(half); err != nil {
		t.Errorf("what is half written is gone: %v", err)
	}
	if status, text := s.Call(http.MethodGet, "/document/"+ids[1]+"/page/1.svg", nil, nil); status != http.StatusOK {
		t.Errorf("the other document: %d %s", status, text)
	}
	found := s.Fields(http.StatusOK, http.MethodGet, "/search?q=page", "")
	if text := fmt.Sprint(found); strings.Contains(text, ids[0]) {
		t.Errorf("a search finds %s", text)
	}
}
