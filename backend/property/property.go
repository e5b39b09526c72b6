// Package property describes the properties of viewer profiles and themes, and keeps
// named sets of them. A [List] is the one place where they are said: what may be
// posted, what the API's description tells, and what the viewer gets follow from it.
package property

import (
	"maps"
	"slices"

	"lectern/backend/sentence"
)

// Kind is what values a property takes.
type Kind string

// The kinds of properties. The values of all but the first two are strings.
const (
	Boolean    Kind = "boolean"
	Integer    Kind = "integer"    // within bounds
	Choice     Kind = "choice"     // one of a few words
	URL        Kind = "url"        // http or https
	Text       Kind = "text"       // one line of bounded length
	Color      Kind = "color"      // in a notation of CSS
	Font       Kind = "font"       // CSS font-family
	Visibility Kind = "visibility" // visible or hidden
	Image      Kind = "image"      // address, or a GIF or PNG as a base64 data URL
	Sources    Kind = "sources"    // source list of a Content-Security-Policy
)

// Property is one property of a profile or a theme.
type Property struct {
	Name    string
	Kind    Kind
	Default any    // bool, int or string, as the kind has it
	Dark    string // the default for readers with a dark screen, where it is another
	Area    string // what it belongs to, for grouping
	Doc     string

	Choices      []string // of a Choice
	Min, Max     int      // of an Integer
	MaxLength    int      // of a Text, in characters
	Placeholders []string // that a Text may have, without their braces

	// Permission says that a session which locks its profile lets nobody change it.
	Permission bool

	CSS    string // the CSS property that it sets, where it sets one
	State  string // the state in which it does: hover, active, pressed, disabled or focus; empty for any
	Target string // what it applies to, as a CSS selector of the viewer's page
}

// Words gives all values that a property takes, where they are a few words.
func (p *Property) Words() []string {
	if p.Kind == Visibility {
		return []string{Visible, Hidden}
	}
	return p.Choices
}

// Values are values of properties by their names: each a bool, int or string.
type Values map[string]any

// Merge gives all values of the sets; of a name that several have, that of the last.
func Merge(sets ...Values) Values {
	all := Values{}
	for _, set := range sets {
		maps.Copy(all, set)
	}
	return all
}

// List is all properties of a kind of set.
type List struct {
	Noun       string            // what one set is called, such as "profile"
	Word       sentence.Sentence // the same for readers
	Properties []Property
}

// Names gives the properties' names, in the list's order.
func (l List) Names() []string {
	names := make([]string, len(l.Properties))
	for i, p := range l.Properties {
		names[i] = p.Name
	}
	return names
}

// Find gives the property of a name, or nil.
func (l List) Find(name string) *Property {
	i := slices.IndexFunc(l.Properties, func(p Property) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &l.Properties[i]
}

// Defaults gives the values of what no set says. What differs between light and dark
// screens is not among them: it has no one value.
func (l List) Defaults() Values {
	values := Values{}
	for _, p := range l.Properties {
		if p.Dark == "" {
			values[p.Name] = p.Default
		}
	}
	return values
}
