package property

import (
	"encoding/json"
	"fmt"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
	"lectern/backend/sentence"
	"lectern/converters/wire/nearest"
)

// maxReasons is the maximum number of reported errors.
const maxReasons = 100

// Parse parses a JSON object of properties. It returns a fault of kind Malformed if the text is not valid JSON. If the
// text is not an object, or if properties are invalid, it returns a fault of kind Invalid with all reasons.
func (l List) Parse(text []byte) (Values, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, fault.New(fault.Malformed, "The body is not valid JSON (%s). Send an object of properties.",
			strings.TrimPrefix(err.Error(), "json: "))
	}
	all, err := jsonobject.Members(text)
	if err != nil {
		return nil, fault.New(fault.Invalid, "The body is not a JSON object. Send an object whose fields are properties of the "+
			"%s.", l.Noun)
	}
	values, reasons := l.parseFields(all, exact)
	if len(reasons) > 0 {
		return nil, fault.Fields(l.summary(reasons), reasons)
	}
	return values, nil
}

// ParseOverrides parses a JSON object of properties from an HTML attribute. Names are case-insensitive, and numbers,
// booleans and null can be given as text. A property that is null counts as absent. If the whole text is null or empty,
// there are no properties. ParseOverrides returns the valid properties, and a reason for each property that it rejects.
func (l List) ParseOverrides(text string) (Values, []fault.Reason) {
	if text = strings.TrimSpace(text); text == "" || text == "null" {
		return nil, nil
	}
	all, err := jsonobject.Members([]byte(text))
	if err != nil {
		message := sentence.New("overrides-unreadable", "The overrides of the {noun} are not a JSON object and were ignored.").
			With("noun", l.Word)
		return nil, []fault.Reason{{Message: message.String(), Translatable: message}}
	}
	return l.parseFields(all, lenient)
}

// parseMode states how strictly names and values are parsed.
type parseMode bool

const (
	exact   parseMode = false
	lenient parseMode = true
)

func (l List) parseFields(all []jsonobject.Member, mode parseMode) (Values, []fault.Reason) {
	values := Values{}
	var reasons []fault.Reason
	for _, m := range all {
		if len(reasons) == maxReasons {
			break
		}
		p := l.findNamed(m.Name, mode)
		if p == nil {
			reasons = append(reasons, l.unknownReason(m.Name))
			continue
		}
		if mode == lenient && isNull(m.Value) {
			continue
		}
		if _, twice := values[p.Name]; twice {
			reasons = append(reasons, reason(m.Name, sentence.New("given-twice", "{property} is repeated.").With("property", p.Name)))
			continue
		}
		value, err := p.parseValue(m.Value, mode)
		if err != nil {
			reasons = append(reasons, reason(m.Name, err.With("property", p.Name)))
			continue
		}
		values[p.Name] = value
	}
	return values, reasons
}

// isNull reports whether a value is null or the text "null".
func isNull(raw []byte) bool {
	text := strings.TrimSpace(string(raw))
	return text == "null" || text == `"null"`
}

func (l List) findNamed(name string, mode parseMode) *Property {
	if mode == exact {
		return l.Find(name)
	}
	for i := range l.Properties {
		if strings.EqualFold(l.Properties[i].Name, name) {
			return &l.Properties[i]
		}
	}
	return nil
}

func (l List) unknownReason(name string) fault.Reason {
	best := nearest.Name(jsonobject.Shorten(name), l.Names())
	message := sentence.New("unknown-property", `There is no property "{name}" of a {noun}; did you mean "{nearest}"?`)
	if best == "" {
		message = sentence.New("unknown-property-alone", `There is no property "{name}" of a {noun}.`)
	}
	unknown := reason(name, message.With("name", Quotable(name)).With("noun", l.Word).With("nearest", best))
	unknown.Nearest = best
	return unknown
}

func (l List) summary(reasons []fault.Reason) string {
	if len(reasons) == 1 {
		return reasons[0].Message
	}
	return fmt.Sprintf("The %s has %d invalid properties: %s", l.Noun, len(reasons), reasons[0].Message)
}
