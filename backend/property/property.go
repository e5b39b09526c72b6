// Package property describes the properties of viewer profiles and themes, and manages named sets of property values. A
// [List] is the single definition of properties. Validation, the description of the API and the viewer's values are
// derived from it.
package property

import (
	"maps"
	"slices"

	"lectern/backend/sentence"
)

// Kind is the type of a property's values.
type Kind string

// The kinds of properties. Values of the first two kinds are a bool and an int; all others are strings.
const (
	Boolean    Kind = "boolean"
	Integer    Kind = "integer"    // from Min to Max
	Choice     Kind = "choice"     // one of several words
	URL        Kind = "url"        // http or https
	Text       Kind = "text"       // a single line of limited length
	Color      Kind = "color"      // a color in CSS notation
	Font       Kind = "font"       // a CSS font-family
	Visibility Kind = "visibility" // "visible" or "hidden"
	Image      Kind = "image"      // a URL, or a GIF or PNG as a base64 data URL
	Sources    Kind = "sources"    // a source list of a Content-Security-Policy
)

// Property is a property of a profile or a theme.
type Property struct {
	Name    string
	Kind    Kind
	Default any    // a bool, int or string, depending on Kind
	Dark    string // the default in the dark color scheme, if it differs
	Area    string // the group of related properties
	Doc     string

	Choices      []string // only for Choice
	Min, Max     int      // only for Integer
	MaxLength    int      // only for Text, in characters
	Placeholders []string // placeholders that a Text may contain, without braces

	// Allows is nil unless the property is a permission. It reports whether a value permits no more than enforced, the
	// complete values of the profile that a session enforces. The viewer's address can set a permission only to values
	// for which Allows returns true. The address can always change a property for presentation, unless Fixed is set.
	Allows func(enforced Values, value any) bool
	// Fixed states that the viewer's address cannot change the property at all if the session locks its profile
	// explicitly. Such a property affects the presentation, wholly or in part.
	Fixed bool

	CSS    string // the CSS property that is set; empty if none
	State  string // the state of the elements: hover, active, pressed, disabled or focus; empty for any
	Target string // CSS selector of the affected elements on the viewer's page
}

// Permission reports whether the property determines what readers may do.
func (p *Property) Permission() bool { return p.Allows != nil }

// Permits reports whether a value permits no more than enforced, the values of the enforced profile. It returns true
// for every value of a property that is not a permission.
func (p *Property) Permits(enforced Values, value any) bool {
	return p.Allows == nil || p.Allows(enforced, value)
}

// Words returns the allowed values of a property of kind Choice or Visibility, and nil for others.
func (p *Property) Words() []string {
	if p.Kind == Visibility {
		return []string{Visible, Hidden}
	}
	return p.Choices
}

// Values maps the names of properties to their values, each of which is a bool, int or string.
type Values map[string]any

// Merge returns the union of several sets of values. Values of later sets override values of earlier sets.
func Merge(sets ...Values) Values {
	all := Values{}
	for _, set := range sets {
		maps.Copy(all, set)
	}
	return all
}

// List defines the properties of profiles, or those of themes.
type List struct {
	Noun       string            // the English word for one set, such as "profile"
	Word       sentence.Sentence // the same word as a translatable sentence
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

// Find returns the property with a name, or nil if there is none.
func (l List) Find(name string) *Property {
	i := slices.IndexFunc(l.Properties, func(p Property) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &l.Properties[i]
}

// Defaults returns the default values. It leaves out properties whose default differs between the light and the dark
// color scheme.
func (l List) Defaults() Values {
	values := Values{}
	for _, p := range l.Properties {
		if p.Dark == "" {
			values[p.Name] = p.Default
		}
	}
	return values
}
