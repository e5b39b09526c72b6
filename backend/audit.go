package backend

import (
	"net/http"
	"time"

	"lectern/backend/account"
	"lectern/backend/audit"
)

// Command gives the entry of the audit log for what a program of the server's own user has done, by
// the id of the operation that does the same.
func Command(action string, objects ...string) audit.Entry {
	return audit.Entry{At: time.Now(), KeyID: account.LocalID, KeyName: account.LocalName, Action: action, Objects: objects, Status: http.StatusOK}
}
