package viewer

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"time"

	"lectern/backend/fault"
	"lectern/backend/jsonobject"
	"lectern/backend/problem"
	"lectern/backend/session"
)

// maxReport bounds what a reader's page tells, in bytes.
const maxReport = 64 << 10

// opened is the answer to an opening.
type opened struct {
	Base   string `json:"base"`   // path of the resources
	Report string `json:"report"` // path that takes what is read
}

// open counts an opening of a session by its viewer page. It is no GET, so that nothing that
// looks at links beforehand uses views up.
func (v *Viewer) open(w http.ResponseWriter, r *http.Request) {
	view, found, err := v.sessions.Open(r.Context(), r.PathValue("session"))
	if err != nil {
		problem.Write(w, r, err)
		return
	}
	answer := opened{Base: v.base(found.ID), Report: v.prefix() + "/viewer/view/" + url.PathEscape(view.ID) + "/reading"}
	if found.MaxViews > 0 {
		answer.Base = v.base(view.ID)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(answer) // a reader who has gone needs no answer
}

// base gives the path of the resources that an id grants.
func (v *Viewer) base(id string) string { return v.prefix() + "/viewer/session/" + url.PathEscape(id) }

// report takes what was read in a view: the seconds and the pages until now, as a JSON object.
func (v *Viewer) report(w http.ResponseWriter, r *http.Request) {
	told, err := readReport(r)
	if err == nil {
		err = v.sessions.Report(r.Context(), r.PathValue("view"), told)
	}
	if err != nil {
		problem.Write(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func readReport(r *http.Request) (session.Reading, error) {
	text, err := io.ReadAll(io.LimitReader(r.Body, maxReport))
	if err != nil {
		return session.Reading{}, problem.New(r.Context(), http.StatusBadRequest, "The body is cut off.")
	}
	fields, err := jsonobject.Parse(text)
	if err != nil {
		return session.Reading{}, problem.New(r.Context(), http.StatusBadRequest, "The body is not a JSON object.")
	}
	var told struct {
		Seconds int      `json:"seconds"`
		Pages   [][2]int `json:"pages"`
	}
	if err := jsonobject.Set(fields, &told); err != nil {
		return session.Reading{}, err
	}
	if told.Seconds < 0 || told.Seconds > 1<<30 {
		return session.Reading{}, fault.Field("/seconds", "The seconds are a number from 0.")
	}
	return session.Reading{Time: time.Duration(told.Seconds) * time.Second, Pages: told.Pages}, nil
}
