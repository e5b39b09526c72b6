package property

import (
	"strconv"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/sentence"
)

// mistake is an error in a value. Its sentence contains a placeholder for the property's name.
type mistake struct{ sentence.Sentence }

func newMistake(message sentence.Sentence) *mistake { return &mistake{message} }

// reason returns the reason why the value of a field is rejected.
func reason(field string, message sentence.Sentence) fault.Reason {
	return fault.Reason{Field: jsonobject.Pointer(field), Message: message.String(), Translatable: message}
}

// Quotable returns a name for use within quotation marks: shortened, and with special characters escaped.
func Quotable(name string) string {
	quoted := strconv.Quote(jsonobject.Shorten(name))
	return quoted[1 : len(quoted)-1]
}
