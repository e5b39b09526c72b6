package theme

import (
	"cmp"
	"embed"
	"encoding/json"

	"lectern/backend/property"
)

// contrastFile lists which texts and icons of the viewer are on which backgrounds. The theme designer reads the same
// file, so that its preview looks like the viewer (frontend/src/core/theme/derived-colors.ts).
//
//go:embed contrast.json
var contrastFile embed.FS

// table is the content of contrast.json. An entry refers only to earlier entries.
type table struct {
	Places      map[string][][]string `json:"places"` // the stacks of backgrounds in a place, the lowest first
	Backgrounds []background          `json:"backgrounds"`
	Opaque      []opaqueColor         `json:"opaque"`
	Texts       []text                `json:"texts"`
}

// opaqueColor describes a variable of the viewer: the color of a property, made opaque. If the theme sets a translucent
// color, the variable has the color that a reader sees where it is painted over the backgrounds of a place.
type opaqueColor struct {
	Variable string `json:"variable"`
	Property string `json:"property"`
	In       string `json:"in"` // the place whose first stack is below the color
}

// background describes the color of a background that the theme does not set.
type background struct {
	Property string            `json:"property"`
	Variable string            `json:"variable"` // the variable of the color; empty for the variable of the property
	In       string            `json:"in"`       // the place whose first stack it covers
	Near     bool              `json:"near"`     // use the light or dark default that is nearer to the color below
	Tint     string            `json:"tint"`     // property; if the theme sets it and texts stay readable, use its tint
	Bare     bool              `json:"bare"`     // use the color below, but opaque
	Else     string            `json:"else"`     // alternative to the default; empty for that of the other scheme
	Texts    map[string]string `json:"texts"`    // texts on it, each mapped to a background in between; see areReadable
	Signs    map[string]string `json:"signs"`    // icons on it, mapped in the same way as texts
}

func (b *background) name() string { return cmp.Or(b.Variable, b.Property) }

// text is the color of a text or an icon. The color is the value of a property or of a variable of the viewer.
type text struct {
	Property string   `json:"property"`
	Variable string   `json:"variable"`
	Prefer   []string `json:"prefer"`   // properties whose colors are preferred if they are readable
	Standard []string `json:"standard"` // colors in the light and the dark color scheme, unless a property provides one
	Decided  []string `json:"decided"`  // if the theme sets all of these, the color is derived only if the preferred one is not readable
	Opacity  float64  `json:"opacity"`  // opacity, applied if the text stays readable; 0 for opaque
	Least    float64  `json:"least"`    // minimum contrast; 0 for that of text
	In       string   `json:"in"`       // the place of the text
	Behind   string   `json:"behind"`   // a background between the text and those of the place; empty for none
}

func (t *text) name() string { return cmp.Or(t.Variable, t.Property) }

// contrastTable is the parsed content of contrast.json.
var contrastTable = readTable()

func readTable() table {
	file, err := contrastFile.ReadFile("contrast.json")
	if err != nil {
		panic(err) // the file is embedded
	}
	var all table
	if err := json.Unmarshal(file, &all); err != nil {
		panic(err)
	}
	return all
}

// derived contains a value that the theme does not set, for the light and the dark color scheme.
type derived struct{ light, dark string }

// derive returns the custom properties that the viewer needs besides those that a theme sets, so that all text is
// readable on its background. It never overrides values that the theme sets. It is empty for a theme without colors.
func derive(list property.List, values property.Values) map[string]derived {
	light, dark := newColorResolver(list, values, false), newColorResolver(list, values, true)
	if len(light.themeColors) == 0 {
		return nil
	}
	light.resolve()
	dark.resolve()
	all := map[string]derived{}
	for _, p := range []*colorResolver{light, dark} {
		for name := range p.changed {
			variable := name
			if found := list.Find(name); found != nil {
				variable = found.Variable()
			}
			all[variable] = derived{light.colors[name].String(), dark.colors[name].String()}
		}
	}
	return all
}
