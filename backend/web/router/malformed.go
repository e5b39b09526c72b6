package router

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// AnswerStalled responds to a request whose body has stopped arriving.
func AnswerStalled(w http.ResponseWriter, r *http.Request) {
	problem.Write(w, r, problem.New(r.Context(), http.StatusRequestTimeout,
		"The body of the request stopped arriving. Send the request again. The server waits at most 30 seconds for the next byte."))
}

// RefuseMalformed returns the response for bytes that are not a valid HTTP request. The result body is a problem as
// JSON, and kind is its media type. The arguments status and text come from the error response of net/http.
func RefuseMalformed(status int, text string) (kind string, body []byte) {
	message, code := "This is not a valid HTTP request. Check its first line and its headers. In the address, write %25 for a "+
		"percent sign that is not followed by two hexadecimal digits.", fault.RequestMalformed
	_, reason, _ := strings.Cut(text, ": ")
	switch {
	case status == http.StatusRequestHeaderFieldsTooLarge:
		message, code = "The address and the headers of the request are too long. Send at most 1 MB of them.", fault.HeadersTooLarge
	case status == http.StatusExpectationFailed:
		message = "The server supports no Expect but 100-continue. Leave this header out."
	case status == http.StatusNotImplemented:
		message = "The server supports no Transfer-Encoding but chunked. Use it, or Content-Length."
	case strings.Contains(text, "HTTPS"):
		message = "This server requires HTTPS. Use an address that begins with https."
	case reason != "":
		message = "This is not a valid HTTP request: " + reason + "."
	}
	body, _ = json.Marshal(problem.New(context.Background(), status, message).Coded(code)) // strings and numbers can always be marshalled
	return problem.ContentType, append(body, '\n')
}
