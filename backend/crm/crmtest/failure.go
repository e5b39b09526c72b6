package crmtest

import (
	"fmt"
	"net/http"
)

// Refusal is an error that the test server returns for matching requests instead of the normal response.
type Refusal struct {
	// Path is a substring of the path or query of the affected requests, and Method is their method. Empty values match
	// any request.
	Path, Method string
	Status       int
	// Code and Message are the content of the error. If Code is empty, the body of the response is Message as HTML.
	Code, Message string
	Header        http.Header
	// Times is the number of matching requests to which the server returns the error; 0 means all of them.
	Times int

	count int
}

// failure is an error response.
type failure struct {
	status        int
	code, message string
	fields        []string
}

func fail(status int, code, format string, args ...any) *failure {
	return &failure{status: status, code: code, message: fmt.Sprintf(format, args...)}
}

func (f *failure) write(w http.ResponseWriter) {
	entry := map[string]any{"message": f.message, "errorCode": f.code}
	if f.fields != nil {
		entry["fields"] = f.fields
	}
	writeJSON(w, f.status, []any{entry})
}

func notFound() *failure {
	return fail(http.StatusNotFound, "NOT_FOUND", "The requested resource does not exist")
}

func noColumn(name, object string) *failure {
	return fail(http.StatusBadRequest, "INVALID_FIELD", "No such column '%s' on sobject of type %s", name, object)
}

func checkID(id string) *failure {
	if !anyID.MatchString(id) || len(id) == 18 && id[15:] != Checksum(id) {
		return fail(http.StatusBadRequest, "MALFORMED_ID", "Record ID: id value of incorrect type: %s", id)
	}
	return nil
}
