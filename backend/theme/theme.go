package theme

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"lectern/backend/event"
	"lectern/backend/property"
	"lectern/backend/sentence"
)

// Theme is what somebody said of a viewer's look: a property that nobody said is not in
// it, and looks as the viewer does by itself, on light and dark screens.
type Theme struct {
	list   property.List
	Values property.Values
}

// Service keeps themes and says which one is in force.
type Service struct {
	*property.Sets
}

// New returns a service that keeps its themes in store, by the clock now. It calls onChange, which may be nil, with the name of each
// changed one.
func New(store property.Store, now func() time.Time, onChange event.Listener) *Service {
	return &Service{property.NewSets(List(), store, now, onChange)}
}

// Resolve gives the theme that is in force: the named one, or, where none is named, the
// one that the session is bound to, and over it the overrides. It also gives notices of
// what was asked for in vain.
func (s *Service) Resolve(ctx context.Context, bound, named, overrides string) (Theme, []sentence.Sentence, error) {
	if named == "" {
		named = bound
	}
	said, notices, err := s.Choose(ctx, named, overrides)
	if err != nil {
		return Theme{}, nil, fmt.Errorf("resolve theme: %w", err)
	}
	return Theme{s.List, said}, notices, nil
}

// CSS returns rules that put the theme into force: the custom properties that it sets, those that
// follow from them on light and dark screens, and no room for what is hidden. No value ends its
// declaration.
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

// derivedCSS returns the rules of what follows from the theme.
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

// Logo gives the address of the logo, or "".
func (t Theme) Logo() string { return t.text("logo") }

// Favicon gives the address of the browser tab's picture, or "".
func (t Theme) Favicon() string { return t.text("favicon") }

func (t Theme) text(name string) string {
	text, _ := t.Values[name].(string)
	return text
}

// Origins gives the origins, but the server's own, from which the theme has pictures.
func (t Theme) Origins() []string {
	var origins []string
	for _, address := range []string{t.Logo(), t.Favicon()} {
		if origin := property.Origin(address); origin != "" {
			origins = append(origins, origin)
		}
	}
	return origins
}
