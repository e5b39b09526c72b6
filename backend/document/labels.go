package document

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"lectern/backend/internal/fault"
)

// Labels are properties that the owner of a document sets to find the document again.
type Labels struct {
	ExternalID string          // id of the document in another system; may be empty
	Metadata   json.RawMessage // a JSON object, compact; nil for none
	Tags       []string
}

// The maximum lengths and numbers of labels.
const (
	maxExternalID = 200   // characters
	maxMetadata   = 16384 // bytes
	maxTags       = 50
	maxTag        = 100 // characters
)

// normalize returns an error if a label is invalid. Otherwise it removes surrounding spaces, white space in the
// metadata, and empty and duplicate tags.
func (l *Labels) normalize() error {
	var err error
	if l.ExternalID, err = normalizeLabel("externalId", l.ExternalID, maxExternalID); err != nil {
		return err
	}
	if l.Metadata, err = compactObject(l.Metadata); err != nil {
		return err
	}
	l.Tags, err = normalizeTags(l.Tags)
	return err
}

// normalizeLabel validates a text of one line, which may be empty, and removes spaces around it.
func normalizeLabel(field, text string, limit int) (string, error) {
	clean := MakeLegible(text)
	if clean != strings.TrimSpace(text) {
		return "", fault.Field(field, "The %s must be one line of text without control characters.", field)
	}
	if utf8.RuneCountInString(clean) > limit {
		return "", fault.Field(field, "The %s must have at most %d characters.", field, limit)
	}
	return clean, nil
}

func compactObject(text json.RawMessage) (json.RawMessage, error) {
	if text = bytes.TrimSpace(text); len(text) == 0 || string(text) == "null" || string(text) == "{}" {
		return nil, nil
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil || text[0] != '{' || !utf8.Valid(text) {
		return nil, fault.Field("metadata", `The metadata must be a JSON object, such as {"customer":"7"}.`)
	}
	if compact.Len() > maxMetadata {
		return nil, fault.Field("metadata", "The metadata must have at most %d bytes.", maxMetadata)
	}
	return compact.Bytes(), nil
}

// normalizeTags validates tags, and removes empty and duplicate tags.
func normalizeTags(tags []string) ([]string, error) {
	var kept []string
	seen := map[string]bool{}
	for _, tag := range tags {
		tag, err := normalizeLabel("tags", tag, maxTag)
		if err != nil {
			return nil, err
		}
		if tag != "" && !seen[tag] {
			seen[tag] = true
			kept = append(kept, tag)
		}
	}
	if len(kept) > maxTags {
		return nil, fault.Field("tags", "A document can have at most %d tags.", maxTags)
	}
	return kept, nil
}
