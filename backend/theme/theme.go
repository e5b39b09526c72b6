package theme

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lectern/backend/event"
	"lectern/backend/property"
	"lectern/backend/sentence"
)

// Theme contains the values that are set for a viewer. Properties that are not set have the viewer's own values for the
// light and the dark color scheme.
type Theme struct {
	list   property.List
	Values property.Values
}

// Service manages stored themes and selects the theme of a viewer.
type Service struct {
	*property.Sets
}

// New returns a service that keeps its themes in store. It calls onChange, which may be nil, with the name of each
// changed theme.
func New(store property.Store, onChange event.Listener) *Service {
	return &Service{property.NewSets(List(), store, onChange)}
}

// Resolve returns the theme of a viewer with overrides applied. The theme is the named theme or, if named is empty, the
// theme of the session. Resolve also returns notices about names and values that are not valid.
func (s *Service) Resolve(ctx context.Context, bound, named, overrides string) (Theme, []sentence.Sentence, error) {
	if named == "" {
		named = bound
	}
	values, notices, err := s.Choose(ctx, named, overrides)
	if err != nil {
		return Theme{}, nil, fmt.Errorf("resolve theme: %w", err)
	}
	return Theme{s.List, values}, notices, nil
}

// CSS returns the style rules of the theme. The rules set custom properties for the theme's values, and for the colors
// that are derived from these values for the light and the dark color scheme. Other rules hide elements. No value can
// end its declaration.
func (t Theme) CSS() string {
	var variables, hidden strings.Builder
	for _, p := range t.list.Properties {
		value := p.Declaration(t.Values[p.Name])
		if value == "" {
			continue
		}
		fmt.Fprintf(&variables, "%s:%s;", p.Variable(), value)
		if p.Kind == property.Visibility && value == property.Hidden {
			fmt.Fprintf(&hidden, "%s{display:none!important}", p.Target)
		}
	}
	if variables.Len() == 0 {
		return ""
	}
	return ":root{" + variables.String() + "}" + t.derivedCSS() + hidden.String()
}

// derivedCSS returns the style rules of the derived colors.
func (t Theme) derivedCSS() string {
	var light, dark strings.Builder
	all := derive(t.list, t.Values)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		value := all[name]
		fmt.Fprintf(&light, "%s:%s;", name, value.light)
		if value.dark != value.light {
			fmt.Fprintf(&dark, "%s:%s;", name, value.dark)
		}
	}
	if light.Len() == 0 {
		return ""
	}
	rules := ":root{" + light.String() + "}"
	if dark.Len() > 0 {
		rules += "@media (prefers-color-scheme:dark){:root{" + dark.String() + "}}"
	}
	return rules
}

// Logo returns the address of the logo, or "".
func (t Theme) Logo() string { return t.text("logo") }

// Favicon returns the address of the browser tab's icon, or "".
func (t Theme) Favicon() string { return t.text("favicon") }

// FontFamily returns the font of the viewer's own texts, or "".
func (t Theme) FontFamily() string { return t.text("interfaceFontFamily") }

func (t Theme) text(name string) string {
	text, _ := t.Values[name].(string)
	return text
}

// Origins returns the origins, except for that of this server, from which the theme loads images.
func (t Theme) Origins() []string {
	var origins []string
	for _, address := range []string{t.Logo(), t.Favicon()} {
		if origin := property.Origin(address); origin != "" {
			origins = append(origins, origin)
		}
	}
	return origins
}
