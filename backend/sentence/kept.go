package sentence

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Kept is a sentence as text, as it is stored and compared. What is no JSON object is told in English,
// whoever reads it. The empty Kept is nothing.
type Kept string

// Keep gives the sentence as text, without values that it has no place for: what is not told is not
// to be kept.
func (s Sentence) Keep() Kept {
	if s.IsZero() {
		return ""
	}
	s.Values = maps.Clone(s.Values)
	places := Places(s.English)
	maps.DeleteFunc(s.Values, func(place string, _ Sentence) bool { return !slices.Contains(places, "{"+place+"}") })
	text, _ := json.Marshal(s) // which always can be
	return Kept(text)
}

// Sentence gives what is kept.
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

// MarshalText gives the sentence in English, as the API has it.
func (k Kept) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// String gives the sentence in English.
func (k Kept) String() string { return k.Sentence().String() }
