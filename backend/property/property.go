// Package property describes the properties of viewer profiles and themes, and manages named sets of them. A [List] is
// the only definition of a property: validation, the API's description and the viewer's values follow from it.
package property

import (
	"maps"
	"slices"

	"lectern/backend/sentence"
)

// Kind is the kind of values that a property has.
type Kind string

// The kinds of properties. The values of all but the first two are strings.
const (
	Boolean    Kind = "boolean"
	Integer    Kind = "integer"    // within limits
	Choice     Kind = "choice"     // one of several words
	URL        Kind = "url"        // http or https
	Text       Kind = "text"       // one line of limited length
	Color      Kind = "color"      // in a CSS notation
	Font       Kind = "font"       // CSS font-family
	Visibility Kind = "visibility" // visible or hidden
	Image      Kind = "image"      // URL, or a GIF or PNG as a base64 data URL
	Sources    Kind = "sources"    // source list of a Content-Security-Policy
)

// Property is a property of a profile or a theme.
type Property struct {
	Name    string
	Kind    Kind
	Default any    // bool, int or string, depending on the kind
	Dark    string // default on dark screens, if it differs
	Area    string // group of related properties
	Doc     string

	Choices      []string // only for Choice
	Min, Max     int      // only for Integer
	MaxLength    int      // only for Text, in characters
	Placeholders []string // placeholders that a Text may have, without braces

	// Permission marks a property that the viewer's address cannot change if the session locks its profile.
	Permission bool

	CSS    string // the CSS property that it sets, if any
	State  string // the state in which it applies: hover, active, pressed, disabled or focus; empty for any
	Target string // CSS selector of the elements in the viewer's page to which it applies
}

// Words returns the values of a property whose values are words, and nil for others.
func (p *Property) Words() []string {
	if p.Kind == Visibility {
		return []string{Visible, Hidden}
	}
	return p.Choices
}

// Values are the values of properties by name: each a bool, int or string.
type Values map[string]any

// Merge returns the values of all sets. Later sets override earlier ones.
func Merge(sets ...Values) Values {
	all := Values{}
	for _, set := range sets {
		maps.Copy(all, set)
	}
	return all
}

// List defines all properties of profiles, or of themes.
type List struct {
	Noun       string            // the word for one set in English, such as "profile"
	Word       sentence.Sentence // the same as a translatable sentence
	Properties []Property
}

// Names returns the names of all properties, in the order of the list.
func (l List) Names() []string {
	names := make([]string, len(l.Properties))
	for i, p := range l.Properties {
		names[i] = p.Name
	}
	return names
}

// Find returns the property with a name, or nil.
func (l List) Find(name string) *Property {
	i := slices.IndexFunc(l.Properties, func(p Property) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &l.Properties[i]
}

// Defaults returns the default values, without those that differ between light and dark screens.
func (l List) Defaults() Values {
	values := Values{}
	for _, p := range l.Properties {
		if p.Dark == "" {
			values[p.Name] = p.Default
		}
	}
	return values
}
