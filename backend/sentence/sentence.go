// Package sentence has what people are told as data: in English, as the API tells it, and
// under a code, by which the viewer tells it in its reader's language.
package sentence

import (
	"fmt"
	"maps"
	"regexp"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Sentence is something that a person is told, or a part of it. The zero Sentence is nothing.
type Sentence struct {
	// Code names it in the files of other languages; empty for what is the same in all of
	// them, such as a name.
	Code string `json:"code,omitempty"`
	// English has places for the values, such as {count}.
	English string              `json:"english"`
	Values  map[string]Sentence `json:"values,omitempty"`
	// Number is what English writes out, where languages differ in how they write it.
	Number float64 `json:"number,omitempty"`
}

// New makes a sentence. Its code, which no other has, and its English are to be literals: so a
// test can read them all, and hold that every language has them.
func New(code, english string) Sentence { return Sentence{Code: code, English: english} }

// uncoded is a code that no language has.
const uncoded = "-"

// English makes a sentence that is told in English, whoever reads it.
func English(text string) Sentence { return Sentence{Code: uncoded, English: text} }

// With gives the sentence with a value in one of its places: a Sentence, a float64, which
// each language writes in its own way, or what is the same in all of them, as [fmt.Print] has it.
func (s Sentence) With(place string, value any) Sentence {
	part, ok := value.(Sentence)
	if !ok {
		part.English = fmt.Sprint(value)
		part.Number, _ = value.(float64)
	}
	values := maps.Clone(s.Values)
	if values == nil {
		values = make(map[string]Sentence)
	}
	values[place] = part
	s.Values = values
	return s
}

// IsZero says whether nothing is told.
func (s Sentence) IsZero() bool { return s.Code == "" && s.English == "" }

// String gives the sentence in English.
func (s Sentence) String() string {
	if s.Code == "" {
		return s.English
	}
	text, _ := s.fill(s.English, func(part Sentence) (string, bool) { return part.String(), true })
	return text
}

// In gives the sentence in a language, of which the tag (BCP 47) and the forms by their codes are
// given. It is false where the language lacks the sentence or a part of it, or the sentence a value.
func (s Sentence) In(tag string, forms map[string]string) (string, bool) {
	if s.Number != 0 {
		return write(s.Number, tag), true
	}
	if s.Code == "" {
		return s.English, true
	}
	form, known := forms[s.Code]
	if !known {
		return "", false
	}
	return s.fill(form, func(part Sentence) (string, bool) { return part.In(tag, forms) })
}

// write writes a number as a language does, with all its digits and, as in English, no groups of them.
func write(n float64, tag string) string {
	return message.NewPrinter(language.Make(tag)).Sprint(number.Decimal(n, number.NoSeparator(), number.MaxFractionDigits(maxDigits)))
}

// maxDigits are the decimals that a number has at most: those of a second in nanoseconds.
const maxDigits = 9

var place = regexp.MustCompile(`\{\w+\}`)

// Places gives the places that a form has for values, such as {count}, in their order.
func Places(form string) []string { return place.FindAllString(form, -1) }

// fill puts the values into the places of a form. A place without a value stays; then, and where
// a value cannot be told, it is false.
func (s Sentence) fill(form string, tell func(Sentence) (string, bool)) (text string, whole bool) {
	whole = true
	text = place.ReplaceAllStringFunc(form, func(place string) string {
		value, given := s.Values[place[1:len(place)-1]]
		if !given {
			whole = false
			return place
		}
		part, told := tell(value)
		whole = whole && told
		return part
	})
	return text, whole
}
