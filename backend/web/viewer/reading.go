package viewer

import (
	"encoding/json"
	"net/http"
	"net/url"

	"lectern/backend/internal/jsonobject"
	"lectern/backend/session"
	"lectern/backend/web/problem"
)

// maxReport is the size limit of a report about a view, in bytes.
const maxReport = 64 << 10

// maxOpenBody is the size limit of the body of a request that starts a view, in bytes.
const maxOpenBody = 1 << 10

// openRequest is the body of a request that starts a view of a session.
type openRequest struct {
	View string `json:"view"` // an id that the page has chosen
}

// openResponse is the response to an openRequest.
type openResponse struct {
	Base   string `json:"base"`   // path of the resources
	Report string `json:"report"` // path for reports of what was read
}

// open starts a view of a session, and counts it, for the viewer page. The request is a POST, so that programs that
// check links, which send GET requests, use up no views.
func (v *Viewer) open(w http.ResponseWriter, r *http.Request) {
	var request openRequest
	if err := jsonobject.DecodeOptional(r.Body, &request); err != nil {
		problem.Write(w, r, err)
		return
	}
	view, found, err := v.sessions.Open(r.Context(), r.PathValue("session"), request.View)
	if err != nil {
		problem.Write(w, r, err)
		return
	}
	answer := openResponse{Base: v.base(found.ID), Report: v.prefix() + "/viewer/view/" + url.PathEscape(view.ID) + "/reading"}
	if found.MaxViews > 0 {
		answer.Base = v.base(view.ID)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(answer) // the client may have disconnected
}

// base returns the path prefix of the resources that a session id or a view id grants access to.
func (v *Viewer) base(id string) string { return v.prefix() + "/viewer/session/" + url.PathEscape(id) }

// report stores the progress of a view from a JSON object: for how many seconds the reader has read so far, and which
// pages.
func (v *Viewer) report(w http.ResponseWriter, r *http.Request) {
	// The view is checked first, so that the body of an unauthorized request is not read.
	err := v.sessions.CheckReportable(r.Context(), r.PathValue("view"))
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
