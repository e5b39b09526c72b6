package property

import (
	"strconv"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/sentence"
)

// mistake is what is wrong with a value: a sentence with a place for the property.
type mistake struct{ sentence.Sentence }

func wrong(said sentence.Sentence) *mistake { return &mistake{said} }

// reason gives the reason against a field.
func reason(field string, said sentence.Sentence) fault.Reason {
	return fault.Reason{Field: jsonobject.Pointer(field), Message: said.String(), Said: said}
}

// Quotable gives a name, shortened, so that it can stand in quotation marks.
func Quotable(name string) string {
	quoted := strconv.Quote(jsonobject.Shorten(name))
	return quoted[1 : len(quoted)-1]
}
