package viewer

import (
	"encoding/json"
	"net/http"
	"net/url"

	"lectern/backend/internal/jsonobject"
	"lectern/backend/session"
	"lectern/backend/web/problem"
)

// maxReport is the size limit of a reading report, in bytes.
const maxReport = 64 << 10

// maxOpening is the size limit of the body of an opening, in bytes.
const maxOpening = 1 << 10

// opening is the body of a request that opens a session.
type opening struct {
	View string `json:"view"` // an id that the page has chosen
}

// opened is the answer to an opening.
type opened struct {
	Base   string `json:"base"`   // path of the resources
	Report string `json:"report"` // path for reports of what was read
}

// open counts an opening of a session by its viewer page. It is not a GET, so that programs that check links use up no
// views.
func (v *Viewer) open(w http.ResponseWriter, r *http.Request) {
	var request opening
	if err := jsonobject.DecodeOptional(r.Body, &request); err != nil {
		problem.Write(w, r, err)
		return
	}
	view, found, err := v.sessions.Open(r.Context(), r.PathValue("session"), request.View)
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
	_ = json.NewEncoder(w).Encode(answer) // the client may have disconnected
}

// base returns the path of the resources to which an id grants access.
func (v *Viewer) base(id string) string { return v.prefix() + "/viewer/session/" + url.PathEscape(id) }

// report stores what was read in a view: the seconds and pages so far, as a JSON object.
func (v *Viewer) report(w http.ResponseWriter, r *http.Request) {
	err := v.sessions.CheckReported(r.Context(), r.PathValue("view")) // before the body of a stranger is read
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
	reading, err := readReport(r)
	if err != nil {
		return err
	}
	return v.sessions.Report(r.Context(), r.PathValue("view"), reading)
}

func readReport(r *http.Request) (session.Reading, error) {
	var reading struct {
		Seconds int      `json:"seconds"`
		Pages   [][2]int `json:"pages"`
	}
	if err := jsonobject.Decode(r.Body, &reading); err != nil {
		return session.Reading{}, err
	}
	return session.Reading{Seconds: reading.Seconds, Pages: reading.Pages}, nil
}
