package library

import (
	"net/http"
	"time"

	"lectern/backend/account"
	"lectern/backend/audit"
)

// CommandEntry returns the audit entry for a command that the user who runs the server has executed. The action is the
// id of the API operation that has the same effect.
func CommandEntry(action string, objects ...string) audit.Entry {
	return audit.Entry{At: time.Now(), KeyID: account.LocalID, KeyName: account.LocalName, Action: action, Objects: objects,
		Status: http.StatusOK}
}
