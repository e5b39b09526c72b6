package crm

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/sentence"
)

// apiError is an error in an error response of Salesforce.
type apiError struct {
	Message   string `json:"message"`
	ErrorCode string `json:"errorCode"`
}

// explain returns the error for an unsuccessful response.
func (c *caller) explain(r *request, status int, text []byte) *Error {
	var problems []apiError
	if json.Unmarshal(text, &problems) != nil || len(problems) == 0 {
		problems = []apiError{{}}
	}
	if e := explainCode(r, problems[0].ErrorCode); e != nil {
		return e
	}
	if e := c.explainStatus(r, status); e != nil {
		return e
	}
	reason := c.quote(problems[0], status)
	if r.query != "" {
		return failed("platform-query", sentence.New("crm-query", "Salesforce rejects the query “{name}”: {reason}").With("name", r.query).
			With("reason", reason))
	}
	return failed("platform-refused", sentence.New("crm-refused", "Salesforce rejects the request: {reason}").With("reason", reason))
}

// explainCode returns the error for an error code of Salesforce. It returns nil if Salesforce's own message is the best
// explanation.
func explainCode(r *request, code string) *Error {
	switch code {
	case "INVALID_SESSION_ID", "INVALID_AUTH_HEADER":
		return errSession()
	case "REQUEST_LIMIT_EXCEEDED":
		return failed("platform-limit", sentence.New("crm-limit", "The organization has used up its requests to Salesforce. Try "+
			"again later."))
	case "STORAGE_LIMIT_EXCEEDED":
		return failed("platform-storage", sentence.New("crm-storage", "The organization has no space left for files in "+
			"Salesforce."))
	case "API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED", "FUNCTIONALITY_NOT_ENABLED":
		return failed("platform-api-disabled", sentence.New("crm-api-disabled",
			"The organization or the user of the session has no access to the API of Salesforce."))
	case "SERVER_UNAVAILABLE":
		return errBusy()
	case "QUERY_TIMEOUT":
		return failed("platform-query-timeout", sentence.New("crm-query-timeout", "The query “{name}” takes too long in "+
			"Salesforce.").
			With("name", r.query))
	case "NOT_FOUND", "ENTITY_IS_DELETED", "INVALID_CROSS_REFERENCE_KEY", "MALFORMED_ID":
		return r.missing
	}
	if strings.HasPrefix(code, "INSUFFICIENT_ACCESS") || code == "API_ERROR_FORBIDDEN" {
		return errPermission()
	}
	return nil
}

// explainStatus returns the error for an HTTP status. It is used if the error code has no explanation.
func (c *caller) explainStatus(r *request, status int) *Error {
	switch {
	case status == http.StatusUnauthorized:
		return errSession()
	case status == http.StatusForbidden:
		return errPermission()
	case status == http.StatusNotFound && r.missing != nil:
		return r.missing
	case status == http.StatusTooManyRequests || status >= 500:
		return errBusy()
	case status < 400:
		return errBroken(c.host)
	}
	return nil
}

func errSession() *Error {
	return failed("platform-session", sentence.New("crm-session", "Salesforce rejects the session: it has expired or is not "+
		"valid. Post the task again with a new session."))
}

func errPermission() *Error {
	return failed("platform-permission", sentence.New("crm-permission", "The user of the session does not have permission for "+
		"this in Salesforce."))
}

func errBusy() *Error {
	return failed("platform-busy", sentence.New("crm-busy", "Salesforce is not available at present. Try again later."))
}

// maxQuote is the maximum number of characters of Salesforce's message that are quoted.
const maxQuote = 300

// quote returns Salesforce's message on a single line. If the message contains the session, the session is removed.
func (c *caller) quote(one apiError, status int) string {
	text := strings.ReplaceAll(one.Message, c.session, "…")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if all := []rune(text); len(all) > maxQuote {
		text = string(all[:maxQuote]) + "…"
	}
	if text == "" {
		text = strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
	}
	return text
}
