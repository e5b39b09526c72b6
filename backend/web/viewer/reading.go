package viewer

import (
	"encoding/json"
	"net/http"
	"net/url"

	"lectern/backend/internal/jsonobject"
	"lectern/backend/session"
	"lectern/backend/web/problem"
)

// maxReport bounds what a reader's page tells, in bytes.
const maxReport = 64 << 10

// maxOpening bounds what a page sends with an opening, in bytes.
const maxOpening = 1 << 10

// opening is what a page may send with an opening.
type opening struct {
	View string `json:"view"` // the id that it has made up
}

// opened is the answer to an opening.
type opened struct {
	Base   string `json:"base"`   // path of the resources
	Report string `json:"report"` // path that takes what is read
}

// open counts an opening of a session by its viewer page. It is no GET, so that nothing that
// looks at links beforehand uses views up.
func (v *Viewer) open(w http.ResponseWriter, r *http.Request) {
	var asked opening
	if err := jsonobject.DecodeOptional(r.Body, &asked); err != nil {
		problem.Write(w, r, err)
		return
	}
	view, found, err := v.sessions.Open(r.Context(), r.PathValue("session"), asked.View)
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
	err := v.sessions.CheckReported(r.Context(), r.PathValue("view")) // before anything is read of a stranger
	if err == nil {
		err = v.saveReport(r)
	}
	if err != nil {
		problem.Write(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (v *Viewer) saveReport(r *http.Request) error {
	told, err := readReport(r)
	if err != nil {
		return err
	}
	return v.sessions.Report(r.Context(), r.PathValue("view"), told)
}

func readReport(r *http.Request) (session.Reading, error) {
	var told struct {
		Seconds int      `json:"seconds"`
		Pages   [][2]int `json:"pages"`
	}
	if err := jsonobject.Decode(r.Body, &told); err != nil {
		return session.Reading{}, err
	}
	return session.Reading{Seconds: told.Seconds, Pages: told.Pages}, nil
}
