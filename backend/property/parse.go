package property

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lectern/backend/fault"
	"lectern/backend/nearest"
)

// maxReasons bounds how many mistakes are told at once.
const maxReasons = 100

// Parse reads a JSON object of properties. What is no JSON is a fault of kind
// Malformed; with wrong properties it is one of kind Invalid that tells them all.
func (l List) Parse(text []byte) (Values, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, fault.New(fault.Malformed, "The body is no valid JSON (%s): send an object of properties.", strings.TrimPrefix(err.Error(), "json: "))
	}
	all, err := members(text)
	if err != nil {
		return nil, fault.New(fault.Invalid, "The body is no JSON object: send one whose fields are properties of the %s.", l.Noun)
	}
	values, reasons := l.read(all, exact)
	if len(reasons) > 0 {
		return nil, fault.Fields(l.summary(reasons), reasons)
	}
	return values, nil
}

// ParseOverrides reads a JSON object of properties as attributes of HTML can say them:
// names count without their case, and numbers and truth values may be text. It gives
// what is right, and the reasons against the rest.
func (l List) ParseOverrides(text string) (Values, []fault.Reason) {
	if text == "" {
		return nil, nil
	}
	all, err := members([]byte(text))
	if err != nil {
		return nil, []fault.Reason{{Message: fmt.Sprintf("The overrides of the %s are no JSON object: none is in force.", l.Noun)}}
	}
	return l.read(all, lenient)
}

// manner is how names and values may be written.
type manner bool

const (
	exact   manner = false
	lenient manner = true
)

func (l List) read(all []member, how manner) (Values, []fault.Reason) {
	values := Values{}
	var reasons []fault.Reason
	for _, m := range all {
		if len(reasons) == maxReasons {
			break
		}
		p := l.named(m.name, how)
		if p == nil {
			reasons = append(reasons, l.unknown(m.name))
			continue
		}
		if _, twice := values[p.Name]; twice {
			reasons = append(reasons, fault.Reason{Field: pointer(m.name), Message: fmt.Sprintf("%s is given twice.", p.Name)})
			continue
		}
		value, err := p.read(m.value, how)
		if err != nil {
			reasons = append(reasons, fault.Reason{Field: pointer(m.name), Message: p.Name + " " + err.Error() + "."})
			continue
		}
		values[p.Name] = value
	}
	return values, reasons
}

func (l List) named(name string, how manner) *Property {
	if how == exact {
		return l.Find(name)
	}
	for i := range l.Properties {
		if strings.EqualFold(l.Properties[i].Name, name) {
			return &l.Properties[i]
		}
	}
	return nil
}

// maxShown is how much of a name that is none is repeated, in bytes.
const maxShown = 60

// Shorten gives a name as far as it is worth repeating.
func Shorten(name string) string {
	if len(name) <= maxShown {
		return name
	}
	return strings.ToValidUTF8(name[:maxShown], "") + "…"
}

func (l List) unknown(name string) fault.Reason {
	shown := Shorten(name)
	best := nearest.Of(name[:min(len(name), maxShown)], l.Names())
	return fault.Reason{
		Field:   pointer(shown),
		Message: fmt.Sprintf("There is no property %q of a %s; did you mean %q?", shown, l.Noun, best),
		Nearest: best,
	}
}

func (l List) summary(reasons []fault.Reason) string {
	if len(reasons) == 1 {
		return reasons[0].Message
	}
	return fmt.Sprintf("The %s has %d wrong properties: %s", l.Noun, len(reasons), reasons[0].Message)
}

// member is a field of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

var errNoObject = errors.New("no JSON object")

// members gives the fields of a JSON object in their order, those that are there twice too.
func members(text []byte) ([]member, error) {
	if !json.Valid(text) {
		return nil, errNoObject
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errNoObject
	}
	var all []member
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		m := member{name: name.(string)} // a valid object's, as was made sure above
		if err := decoder.Decode(&m.value); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// pointer gives the JSON pointer to a field of an object (RFC 6901).
func pointer(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
