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
			Description: "Seconds after which the request can be retried.", Schema: &huma.Schema{Type: huma.TypeInteger},
		}}
	case http.StatusUnauthorized:
		response.Headers = map[string]*huma.Param{"WWW-Authenticate": {
			Description: "The scheme ApiKey: the header `Authorization` contains the key without a scheme.",
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
		return "The role of the key does not permit this, or the request has an unknown host name or comes from a web page of an " +
			"unknown origin."
	case http.StatusNotFound:
		return "The object does not exist, or not yet."
	case http.StatusConflict:
		return "The current state does not allow this."
	case http.StatusPreconditionFailed:
		return "The object was changed in the meantime; request it again for its current `ETag`."
	case http.StatusGone:
		return "The object existed and has ended or was deleted."
	case http.StatusRequestEntityTooLarge:
		return "The body is too large."
	case http.StatusUnsupportedMediaType:
		return "The type of the body is not supported."
	case http.StatusUnprocessableEntity:
		return "A parameter or field is missing or not valid; `errors` lists which."
	case http.StatusTooManyRequests:
		return "Too many requests or jobs are waiting; retry later."
	case http.StatusInternalServerError:
		return "The server failed; its log has the details."
	case http.StatusServiceUnavailable:
		return "The server cannot do this at present; retry later."
	case http.StatusInsufficientStorage:
		return "The server's disk is full."
	}
	return ""
}
