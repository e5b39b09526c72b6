package api

import (
	"log/slog"
	"net/http"

	"lectern/backend/web/problem"
)

// patientAnswer is a long answer that may fail after a part of it was sent.
type patientAnswer struct {
	http.ResponseWriter
	connection *http.ResponseController
	begun      bool
}

func newPatientAnswer(w http.ResponseWriter) *patientAnswer {
	return &patientAnswer{ResponseWriter: w, connection: http.NewResponseController(w)}
}

// Write implements io.Writer.
func (a *patientAnswer) Write(p []byte) (int, error) {
	a.begun = true
	return a.ResponseWriter.Write(p)
}

// fail ends an answer that cannot be given: it says why where nothing of it has gone. Else the connection is
// cut, as half an answer must not look like a whole one.
func (a *patientAnswer) fail(r *http.Request, err error) {
	if a.begun {
		slog.ErrorContext(r.Context(), "an answer is cut off", slog.Any("error", err))
		_ = a.connection.Flush() // what was written before may say why
		panic(http.ErrAbortHandler)
	}
	a.Header().Del("Content-Disposition")
	problem.Write(a.ResponseWriter, r, err)
}
