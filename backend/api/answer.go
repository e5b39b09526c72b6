package api

import (
	"net/http"
	"time"
)

// answerPatience is how long somebody who reads a long answer may take nothing of it.
const answerPatience = time.Minute

// patientAnswer is an answer whose reader may take as long as it likes, but must not stop.
type patientAnswer struct {
	http.ResponseWriter
	connection *http.ResponseController
}

func newPatientAnswer(w http.ResponseWriter) *patientAnswer {
	return &patientAnswer{w, http.NewResponseController(w)}
}

// Write implements io.Writer.
func (a *patientAnswer) Write(p []byte) (int, error) {
	if err := a.connection.SetWriteDeadline(time.Now().Add(answerPatience)); err != nil {
		return 0, err
	}
	return a.ResponseWriter.Write(p)
}
