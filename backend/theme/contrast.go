package theme

import (
	"cmp"
	"embed"
	"encoding/json"

	"lectern/backend/property"
)

// The contrasts that WCAG 2.2 (AA) asks for.
const (
	wordContrast = 4.5
	iconContrast = 3.0
)

// contrastFile lists what lies on what in the viewer. The interface for designing themes reads the
// same file, so that a preview looks as the viewer does (frontend/src/core/theme/derived-colors.ts).
//
//go:embed contrast.json
var contrastFile embed.FS

// table is the content of contrast.json, in an order in which each entry refers to earlier ones only.
type table struct {
	Places      map[string][][]string `json:"places"` // the stacks of backgrounds in a place, the lowest first
	Backgrounds []background          `json:"backgrounds"`
	Opaque      []opaque              `json:"opaque"`
	Texts       []text                `json:"texts"`
}

// opaque is painted in the place of a color that the theme sets and that lets something through, where
// various things lie behind it: as if it lay on the first stack of a place.
type opaque struct {
	Variable string `json:"variable"`
	Property string `json:"property"`
	In       string `json:"in"`
}

// background is what is painted where the theme does not set a property.
type background struct {
	Property string            `json:"property"`
	Variable string            `json:"variable"` // has the color; without one the property's own variable does
	In       string            `json:"in"`       // the place of which it covers the first stack
	Near     bool              `json:"near"`     // it is the one of its two defaults that is nearer to the color below
	Bare     bool              `json:"bare"`     // it looks as what is below does, opaque
	Else     string            `json:"else"`     // what it may be besides its default; without one the default of other screens
	Texts    map[string]string `json:"texts"`    // the texts on it, and the background between, which takes its part where it is set
	Signs    map[string]string `json:"signs"`    // the icons on it, likewise
}

func (b *background) name() string { return cmp.Or(b.Variable, b.Property) }

// text is the color of a text or an icon: a property, or a variable of the viewer's own.
type text struct {
	Property string   `json:"property"`
	Variable string   `json:"variable"`
	Prefer   []string `json:"prefer"`   // properties whose colors it has where they are seen
	Standard []string `json:"standard"` // its color on light and dark screens, where no property has that
	Decided  []string `json:"decided"`  // where all these are set, the author has decided
	Opacity  float64  `json:"opacity"`  // it is painted so where it is seen all the same; 0 for opaque
	Least    float64  `json:"least"`    // the contrast that it needs; 0 for that of words
	In       string   `json:"in"`       // the place where it is
	Behind   string   `json:"behind"`   // the background between it and those of the place
}

func (t *text) name() string { return cmp.Or(t.Variable, t.Property) }

// known is the table, read once.
var known = readTable()

func readTable() table {
	file, err := contrastFile.ReadFile("contrast.json")
	if err != nil {
		panic(err) // it is part of the program
	}
	var all table
	if err := json.Unmarshal(file, &all); err != nil {
		panic(err)
	}
	return all
}

// derived is a value that the theme does not set, on light and on dark screens.
type derived struct{ light, dark string }

// derive returns the custom properties that the viewer needs beyond those that a theme sets, so that
// every text is seen on its background. What the theme sets is never among them; it is empty for a
// theme without colors.
func derive(list property.List, said property.Values) map[string]derived {
	light, dark := newPainting(list, said, false), newPainting(list, said, true)
	if len(light.said) == 0 {
		return nil
	}
	light.paint()
	dark.paint()
	all := map[string]derived{}
	for _, p := range []*painting{light, dark} {
		for name := range p.changed {
			variable := name
			if known := list.Find(name); known != nil {
				variable = known.Variable()
			}
			all[variable] = derived{light.colors[name].String(), dark.colors[name].String()}
		}
	}
	return all
}
