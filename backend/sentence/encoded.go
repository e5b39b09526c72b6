package sentence

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Encoded is a sentence encoded as JSON, to be stored and compared. Text that is not a JSON object is an English sentence.
// The empty Encoded is no sentence.
type Encoded string

// Encode encodes the sentence. It leaves out values for which the sentence has no placeholder.
func (s Sentence) Encode() Encoded {
	if s.IsZero() {
		return ""
	}
	s.Values = maps.Clone(s.Values)
	places := Placeholders(s.English)
	maps.DeleteFunc(s.Values, func(place string, _ Sentence) bool { return !slices.Contains(places, "{"+place+"}") })
	text, _ := json.Marshal(s) // marshalling cannot fail
	return Encoded(text)
}

// Sentence decodes the sentence.
func (k Encoded) Sentence() Sentence {
	if k == "" {
		return Sentence{}
	}
	var s Sentence
	if !strings.HasPrefix(string(k), "{") || json.Unmarshal([]byte(k), &s) != nil {
		return English(string(k))
	}
	return s
}

// MarshalText returns the sentence in English, which the API uses.
func (k Encoded) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// String returns the sentence in English.
func (k Encoded) String() string { return k.Sentence().String() }
