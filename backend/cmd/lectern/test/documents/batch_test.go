package documents_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// batch sends a batch request. It returns the number of changed documents, followed by the error messages.
func batch(s *lecterntest.Server, payload string) string {
	s.T.Helper()
	answer := s.Fields(http.StatusOK, http.MethodPost, "/document/batch", payload)
	text := fmt.Sprint(answer["changed"])
	for _, failure := range answer["failed"].([]any) {
		text += " " + fmt.Sprint(failure.(map[string]any)["message"])
	}
	return text
}

// named returns the JSON member "ids" with a list of document IDs.
func named(ids ...string) string {
	text, _ := json.Marshal(ids) // strings can always be encoded
	return `"ids":` + string(text)
}

// uploadAll uploads documents with the names and returns their IDs.
func uploadAll(s *lecterntest.Server, names ...string) (ids []string) {
	s.T.Helper()
	for _, name := range names {
		ids = append(ids, s.Upload(name, lecterntest.Sample(s.T, "sample.pdf")).ID)
	}
	for _, id := range ids {
		s.Wait(id)
	}
	return ids
}

// wantList fails the test unless a query lists the documents with the wanted names.
func wantList(s *lecterntest.Server, query, want string) {
	s.T.Helper()
	if names, _ := s.ListNames(query); strings.Join(names, " ") != want {
		s.T.Errorf("%s lists %v, want %s", query, names, want)
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	ids := uploadAll(s, "a", "b", "c")
	failed := s.Upload("broken", lecterntest.Sample(t, "damaged.docx")).ID
	s.Wait(failed)
	for _, step := range []struct{ payload, want, list, names string }{
		{`{` + named(ids[0], ids[1], ids[0], "none") + `,"action":"favorite"}`, `2 There is no document "none".`,
			"favorite=true&sort=name", "a b"},
		{`{` + named(ids...) + `,"action":"favorite"}`, "1", "favorite=true&sort=name", "a b c"},
		{`{` + named(ids[2]) + `,"action":"unfavorite"}`, "1", "favorite=true&sort=name", "a b"},
		{`{"query":{"favorite":true},"action":"tag","tags":["red","blue","red"]}`, "2", "tag=red&tag=blue&sort=name", "a b"},
		{`{"query":{"tag":["red"],"name":"A"},"action":"untag","tags":["red"]}`, "1", "tag=red", "b"},
		{`{"query":{"status":"failed"},"action":"trash"}`, "1", "deleted=true", "broken"},
		{`{"query":{"deleted":true},"action":"restore"}`, "1", "deleted=true", ""},
		{`{` + named(ids[0]) + `,"action":"retry"}`, "0 Only a failed document can be retried, but this one is ready.",
			"status=failed", "broken"},
		{`{` + named(ids[2], failed) + `,"action":"delete"}`, "2", "sort=name", "a b"},
		{`{"query":{},"action":"trash"}`, "2", "", ""},
	} {
		if got := batch(s, step.payload); got != step.want {
			t.Errorf("%s: %s, want %s", step.payload, got, step.want)
		}
		wantList(s, step.list, step.names)
	}
	for _, wrong := range []string{
		`{"action":"trash"}`, `{"ids":[],"query":{},"action":"trash"}`, `{"ids":[],"action":"burn"}`, `{"ids":[],"action":"tag"}`,
		`{"ids":[],"action":"collect"}`,
		`{"query":{"stat":"failed"},"action":"trash"}`, `{"query":{"status":"lost"},"action":"trash"}`, `{"query":{"name":""},"action":"trash"}`,
		`{"query":{"type":"x"},"action":"trash"}`,
		`{"query":{"tag":"red"},"action":"trash"}`, `{"query":{"metadata":7},"action":"trash"}`,
	} {
		s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/document/batch", wrong)
	}
	s.Fields(http.StatusNotFound, http.MethodPost, "/document/batch", `{`+named(ids[0])+`,"action":"collect","collection":"none"}`)
}

// TestBatchLargerThanATransaction changes more documents than the server changes in one transaction.
func TestBatchLargerThanATransaction(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	ids := uploadAll(s, "a", "b")
	many := make([]string, 0, 100_000)
	for len(many) < cap(many)-1 {
		many = append(many, fmt.Sprintf("%026d", len(many)))
	}
	many[0], many[len(many)-1] = ids[0], ids[1]
	answer := s.Fields(http.StatusOK, http.MethodPost, "/document/batch", `{`+named(many...)+`,"action":"trash"}`)
	if failed := answer["failed"].([]any); answer["changed"] != 2.0 || len(failed) != len(many)-2 {
		t.Errorf("%v are changed, %d refused", answer["changed"], len(failed))
	}
	s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/document/batch", `{`+named(append(many, "a", "b")...)+`,"action":"trash"}`)
}

// TestTrash moves a document to the trash and restores it. The restored document must have all its properties.
func TestTrash(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	ids := uploadAll(s, "a", "b")
	s.Fields(http.StatusOK, http.MethodPatch, "/document/"+ids[0], `{"tags":["red"],"favorite":true}`)
	viewer := s.View(ids[0])
	session := viewer[strings.Index(viewer, "=")+1:]
	before := details(s, ids[0])
	state := s.URL + "/viewer/session/" + session + "/state"
	batch(s, `{`+named(ids[0])+`,"action":"trash"}`)
	batch(s, `{`+named(ids[0])+`,"action":"trash"}`)
	for _, query := range []string{"", "favorite=true", "tag=red", "limit=9", "id=" + ids[0]} {
		if names, _ := s.ListNames(query); strings.Contains(strings.Join(names, " "), "a") {
			t.Errorf("%s lists %v", query, names)
		}
	}
	wantList(s, "deleted=true&tag=red&favorite=true", "a")
	if at := details(s, ids[0])["deletedAt"]; !lecterntest.OffsetTime.MatchString(fmt.Sprint(at)) {
		t.Errorf("it is in the trash since %v", at)
	}
	for _, address := range []string{viewer, state} {
		if status, _ := s.Call(http.MethodGet, address, nil, nil); status != http.StatusGone {
			t.Errorf("%s has status %d", address, status)
		}
	}
	if status, _ := s.Call(http.MethodPost, s.URL+"/viewer/session/"+session+"/view", nil, nil); status != http.StatusGone {
		t.Errorf("its opening has status %d", status)
	}
	s.WantRefused(http.StatusConflict, http.MethodPost, "/session?documentId="+ids[0])
	if _, text := s.Call(http.MethodGet, "/session", nil, nil); bytes.Contains(text, []byte(session)) {
		t.Error("the session is still listed")
	}
	found := s.Fields(http.StatusOK, http.MethodGet, "/search?q=page", "")
	if strings.Contains(fmt.Sprint(found), ids[0]) {
		t.Error("a search finds it")
	}
	batch(s, `{`+named(ids[0])+`,"action":"restore"}`)
	after := details(s, ids[0])
	for _, doc := range []map[string]any{before, after} {
		delete(doc, "revision")
	}
	if fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("it was %v\nit is %v", before, after)
	}
	for _, address := range []string{viewer, state} {
		if status, _ := s.Call(http.MethodGet, address, nil, nil); status != http.StatusOK {
			t.Errorf("afterwards %s has status %d", address, status)
		}
	}
	wantList(s, "tag=red&favorite=true", "a")
}

func TestCollections(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	ids := uploadAll(s, "a", "b", "c")
	made := s.Fields(http.StatusOK, http.MethodPost, "/collection", `{"name":" Verträge ","color":"#1D3557"}`)
	id := fmt.Sprint(made["id"])
	if made["name"] != "Verträge" || made["color"] != "#1d3557" || made["count"] != 0.0 ||
		!lecterntest.OffsetTime.MatchString(fmt.Sprint(made["createdAt"])) {
		t.Errorf("it is %v", made)
	}
	other := fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/collection", `{"name":"äpfel"}`)["id"])
	counts := func(want string) {
		t.Helper()
		_, text := s.Call(http.MethodGet, "/collection", nil, nil)
		var all []struct {
			Name  string
			Count int
		}
		if err := json.Unmarshal(text, &all); err != nil || fmt.Sprint(all) != want {
			t.Errorf("there are %v, want %s", all, want)
		}
	}
	if got := batch(s, `{`+named(ids[0], ids[1], "none")+`,"action":"collect","collection":"`+id+
		`"}`); got != `2 There is no document "none".` {
		t.Errorf("collected: %s", got)
	}
	batch(s, `{`+named(ids[0])+`,"action":"collect","collection":"`+id+`"}`)
	batch(s, `{`+named(ids[0])+`,"action":"collect","collection":"`+other+`"}`)
	counts("[{äpfel 1} {Verträge 2}]")
	wantList(s, "sort=name&collection="+id, "a b")
	if doc := details(s, ids[0]); len(doc["collections"].([]any)) != 2 {
		t.Errorf("it is in %v", doc["collections"])
	}
	batch(s, `{`+named(ids[0])+`,"action":"trash"}`)
	counts("[{äpfel 0} {Verträge 1}]")
	batch(s, `{`+named(ids[0])+`,"action":"restore"}`)
	batch(s, `{"query":{"collection":"`+id+`","name":"b"},"action":"uncollect","collection":"`+id+`"}`)
	counts("[{äpfel 1} {Verträge 1}]")
	posted := s.Want(http.StatusOK, http.MethodPost, "/document/upload?filename=d&collection="+id,
		bytes.NewReader(lecterntest.Sample(t, "sample.pdf"))).ID
	wantList(s, "sort=name&collection="+id, "a d")
	s.WantRefused(http.StatusUnprocessableEntity, http.MethodPost, "/document/upload?filename=d&collection=none")
	if changed := s.Fields(http.StatusOK, http.MethodPatch, "/collection/"+id, `{"name":"Zebra","color":""}`); changed["name"] != "Zebra" ||
		changed["color"] != "" || changed["count"] != 2.0 {
		t.Errorf("it becomes %v", changed)
	}
	for _, wrong := range []string{`{"name":" "}`, `{"name":"a\nb"}`, `{"color":"red"}`, `{"colour":"#000000"}`,
		`{"name":"` + strings.Repeat("a", 101) + `"}`} {
		s.Fields(http.StatusUnprocessableEntity, http.MethodPatch, "/collection/"+id, wrong)
		s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/collection", wrong)
	}
	s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+ids[0], "")
	counts("[{äpfel 0} {Zebra 1}]")
	s.Fields(http.StatusNoContent, http.MethodDelete, "/collection/"+id, "")
	s.Fields(http.StatusNotFound, http.MethodDelete, "/collection/"+id, "")
	s.Fields(http.StatusNotFound, http.MethodPatch, "/collection/"+id, `{"name":"a"}`)
	if doc := details(s, posted); doc["collections"] != nil {
		t.Errorf("it is in %v", doc["collections"])
	}
	counts("[{äpfel 0}]")
}
