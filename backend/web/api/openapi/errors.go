package openapi

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// DescribeErrors sets the description and the headers of each error response in the document.
func DescribeErrors(document *huma.OpenAPI) {
	for _, path := range document.Paths {
		for _, operation := range operationsOf(path) {
			for status, response := range operation.Responses {
				if code, err := strconv.Atoi(status); err == nil {
					describeError(code, response)
				}
			}
		}
	}
}

func describeError(status int, response *huma.Response) {
	if description := errorDescription(status); description != "" {
		response.Description = description
	}
	switch status {
	case http.StatusTooManyRequests:
		response.Headers = map[string]*huma.Param{"Retry-After": {
			Description: "Seconds after which to try again.", Schema: &huma.Schema{Type: huma.TypeInteger},
		}}
	case http.StatusUnauthorized:
		response.Headers = map[string]*huma.Param{"WWW-Authenticate": {
			Description: "The scheme ApiKey: the key stands in `Authorization` without a scheme word.",
			Schema:      &huma.Schema{Type: huma.TypeString},
		}}
	}
}

// errorDescription returns the description of an error status, or "" for other statuses.

func errorDescription(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "The body cannot be read."
	case http.StatusUnauthorized:
		return "The API key is missing, unknown, expired or revoked."
	case http.StatusForbidden:
		return "The key may not do this, or the request comes under a name or from a web page that the server does not know."
	case http.StatusNotFound:
		return "There is no such thing, or not yet."
	case http.StatusConflict:
		return "This does not go with the present state."
	case http.StatusPreconditionFailed:
		return "It was changed since; `ETag` of a new look has its present tag."
	case http.StatusGone:
		return "It was there, and is no more."
	case http.StatusRequestEntityTooLarge:
		return "The body is too large."
	case http.StatusUnsupportedMediaType:
		return "The body is of another type than this takes."
	case http.StatusUnprocessableEntity:
		return "A parameter or field is missing or not valid; `errors` names it."
	case http.StatusTooManyRequests:
		return "Too much is waiting to be done."
	case http.StatusInternalServerError:
		return "The server could not do this; its log says more."
	case http.StatusServiceUnavailable:
		return "This cannot be done now."
	case http.StatusInsufficientStorage:
		return "The server's disk is full."
	}
	return ""
}
