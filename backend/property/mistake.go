package property

import (
	"strconv"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/sentence"
)

// mistake is an error in a value: a sentence with a placeholder for the property.
type mistake struct{ sentence.Sentence }

func wrong(said sentence.Sentence) *mistake { return &mistake{said} }

// reason returns the reason for rejecting a field.
func reason(field string, said sentence.Sentence) fault.Reason {
	return fault.Reason{Field: jsonobject.Pointer(field), Message: said.String(), Said: said}
}

// Quotable returns a name, shortened and without characters that cannot stand in quotation marks.
func Quotable(name string) string {
	quoted := strconv.Quote(jsonobject.Shorten(name))
	return quoted[1 : len(quoted)-1]
}
