package sentence

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Kept is a sentence encoded as JSON, to be stored and compared. Text that is not a JSON object is an English sentence.
// The empty Kept is no sentence.
type Kept string

// Keep encodes the sentence, without values that it has no placeholder for.
func (s Sentence) Keep() Kept {
	if s.IsZero() {
		return ""
	}
	s.Values = maps.Clone(s.Values)
	places := Places(s.English)
	maps.DeleteFunc(s.Values, func(place string, _ Sentence) bool { return !slices.Contains(places, "{"+place+"}") })
	text, _ := json.Marshal(s) // marshalling cannot fail
	return Kept(text)
}

// Sentence decodes the sentence.
func (k Kept) Sentence() Sentence {
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
func (k Kept) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// String returns the sentence in English.
func (k Kept) String() string { return k.Sentence().String() }
