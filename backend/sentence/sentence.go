// Package sentence represents sentences for people as data: in English for the API, and with a code by which they are
// translated.
package sentence

import (
	"fmt"
	"maps"
	"regexp"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Sentence is a sentence for people, or a part of one. The zero Sentence is no sentence.
type Sentence struct {
	// Code is the key of the sentence in the files of translations. It is empty for text that is the same in all
	// languages, such as a name.
	Code string `json:"code,omitempty"`
	// English is the sentence with placeholders for values, such as {count}.
	English string              `json:"english"`
	Values  map[string]Sentence `json:"values,omitempty"`
	// Number is the number in English, for languages that format numbers differently. It is 0 if English is not a
	// number.
	Number float64 `json:"number,omitempty"`
}

// Error is an error with a message for people.
type Error interface {
	error
	Sentence() Sentence
}

// New returns a sentence. The code must be unique. Both arguments must be literals: a test reads them all and checks
// that every language has a translation.
func New(code, english string) Sentence { return Sentence{Code: code, English: english} }

// uncoded is the code of sentences that are never translated.
const uncoded = "-"

// English returns a sentence that is never translated.
func English(text string) Sentence { return Sentence{Code: uncoded, English: text} }

// With returns the sentence with a value for a placeholder. The value can be a Sentence, or a float64, which each
// language formats in its own way. Any other value is the same in all languages and formatted as by [fmt.Print].
func (s Sentence) With(placeholder string, value any) Sentence {
	part, ok := value.(Sentence)
	if !ok {
		part.English = fmt.Sprint(value)
		part.Number, _ = value.(float64)
	}
	values := maps.Clone(s.Values)
	if values == nil {
		values = make(map[string]Sentence)
	}
	values[placeholder] = part
	s.Values = values
	return s
}

// IsZero reports whether there is no sentence.
func (s Sentence) IsZero() bool { return s.Code == "" && s.English == "" }

// String returns the sentence in English.
func (s Sentence) String() string {
	if s.Code == "" {
		return s.English
	}
	text, _ := s.fill(s.English, func(part Sentence) (string, bool) { return part.String(), true })
	return text
}

// Translate returns the sentence in a language. The argument tag is the BCP 47 tag of the language, and translations has the
// translated texts by code. The result is false if a translation or a value is missing.
func (s Sentence) Translate(tag string, translations map[string]string) (string, bool) {
	if s.Number != 0 {
		return formatNumber(s.Number, tag), true
	}
	if s.Code == "" {
		return s.English, true
	}
	form, known := translations[s.Code]
	if !known {
		return "", false
	}
	return s.fill(form, func(part Sentence) (string, bool) { return part.Translate(tag, translations) })
}

// formatNumber formats a number for a language, with all digits and without grouping.
func formatNumber(n float64, tag string) string {
	return message.NewPrinter(language.Make(tag)).Sprint(number.Decimal(n, number.NoSeparator(), number.MaxFractionDigits(maxDigits)))
}

// maxDigits is the maximum number of decimals. It suffices for nanoseconds as a fraction of a second.
const maxDigits = 9

var placeholderPattern = regexp.MustCompile(`\{\w+\}`)

// Placeholders returns the placeholders of a text, such as {count}, in their order.
func Placeholders(form string) []string { return placeholderPattern.FindAllString(form, -1) }

// fill replaces the placeholders of a text. It returns false if a value is missing or cannot be translated;
// placeholders without a value are kept.
func (s Sentence) fill(form string, render func(Sentence) (string, bool)) (text string, complete bool) {
	complete = true
	text = placeholderPattern.ReplaceAllStringFunc(form, func(place string) string {
		value, given := s.Values[place[1:len(place)-1]]
		if !given {
			complete = false
			return place
		}
		part, ok := render(value)
		complete = complete && ok
		return part
	})
	return text, complete
}
