package theme

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"lectern/backend/property"
)

var update = flag.Bool("update", false, "write the golden file anew")

// themes are themes with few and many properties, light, dark and medium colors, and translucent colors.
var themes = []property.Values{
	{},
	{"logo": "https://example.com/logo.gif"},
	{"topbarBackgroundColor": "#1a1a2e", "buttonColor": "#ffffff"},
	{"topbarBackgroundColor": "#1a1a2e"},
	{"topbarBackgroundColor": "#777777"},
	{"topbarBackgroundColor": "#00000080"},
	{"topbarBackgroundColor": "#ffffff33", "viewerBackgroundColor": "#203040"},
	{"buttonColor": "#ffffff"},
	{"topbarColor": "#111111"},
	{"topbarColor": "#7d7d7d"},
	{"topbarColor": "#111111", "buttonColor": "#eeeeee"},
	{"interfaceColor": "#ffffff"},
	{"interfaceBackgroundColor": "#2b2140"},
	{"interfaceBackgroundColor": "#80808099"},
	{"interfaceAccentColor": "#0a3d91"},
	{"interfaceAccentColor": "#ffe14d"},
	{"interfaceAccentColor": "#c02020", "interfaceBackgroundColor": "#222222"},
	{"interfaceAccentColor": "#8db4ff", "interfaceBackgroundColor": "#222222"},
	{"interfaceColor": "#777777", "interfaceBackgroundColor": "#888888"},
	{"buttonHoverBackgroundColor": "#000080"},
	{"buttonHoverBackgroundColor": "#ffff00", "topbarBackgroundColor": "#101010", "viewerBackgroundColor": "#333333",
		"buttonColor": "#ffffff"},
	{"buttonBackgroundColor": "#202020"},
	{"viewerBackgroundColor": "#000000"},
	{"viewerBackgroundColor": "#7f7f7f"},
	{"pageBackgroundColor": "#101418"},
	{"pageBackgroundColor": "#ffffff"},
	{"pageNumberBackgroundColor": "#ffffff"},
	{"pageNumberColor": "#000000"},
	{"searchHitBackgroundColor": "#101080"},
	{"alternativeButtonBackgroundColor": "#202020"},
	{"alternativeButtonColor": "#eeeeee"},
	{"alternativeButtonBackgroundColor": "#00000000", "alternativeButtonHoverBackgroundColor": "#ffffff4d"},
	{"interfaceBackgroundColor": "#00000000"},
	{"interfaceAccentColor": "#00000080"},
	{"pageNumberBackgroundColor": "#00000080"},
	{"buttonHoverColor": "#777777"},
}

// derivedColors is the content of the golden file of TestDerivedColors.
type derivedColors struct {
	Properties []colorDefault   `json:"properties"`
	Themes     []derivedExample `json:"themes"`
}

// colorDefault is a property that is a color. It contains the default in the light color scheme, and the default in the
// dark color scheme if that is another color.
type colorDefault struct {
	Name        string `json:"name"`
	Default     any    `json:"default"`
	DarkDefault string `json:"darkDefault,omitempty"`
}

// derivedExample contains a theme, and the colors derived from it for the light and the dark color scheme.
type derivedExample struct {
	Theme   property.Values      `json:"theme"`
	Derived map[string][2]string `json:"derived"`
}

// TestDerivedColors compares the colors derived from themes with a golden file.
// frontend/src/core/theme/derived-colors.test.ts reads the same file, so that the theme designer derives the same
// colors.
func TestDerivedColors(t *testing.T) {
	var all derivedColors
	for _, p := range List().Properties {
		if p.Kind == property.Color {
			all.Properties = append(all.Properties, colorDefault{p.Name, p.Default, p.Dark})
		}
	}
	for _, values := range themes {
		derived := map[string][2]string{}
		for name, value := range derive(List(), values) {
			derived[name] = [2]string{value.light, value.dark}
		}
		all.Themes = append(all.Themes, derivedExample{values, derived})
	}
	got, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	golden := filepath.Join("testdata", "derived.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("the colors differ from testdata/derived.json: run go test ./backend/theme -run DerivedColors -update, and look at " +
			"the difference")
	}
}

// Every text whose color a theme does not set is readable on its background, unless neither black nor white would be
// readable.
func TestTextsAreSeenOnTheirBackgrounds(t *testing.T) {
	for _, said := range themes {
		for _, dark := range []bool{false, true} {
			p := newColorResolver(List(), said, dark)
			p.resolve()
			for i := range contrastTable.Texts {
				each := &contrastTable.Texts[i]
				_, set := p.themeColors[each.Property]
				if faint := each.Opacity > 0 && p.isSet(each.Prefer[0]); set || faint || len(p.themeColors) == 0 {
					continue // the author has chosen the color, or there is no theme
				}
				grounds := p.backgroundColors(each)
				least := each.Least
				if least == 0 {
					least = textContrast
				}
				best := max(minContrast(black, grounds), minContrast(white, grounds))
				color := p.colors[each.name()]
				if !p.changed[each.name()] && each.Opacity > 0 {
					color.a *= each.Opacity
				}
				if got := minContrast(color, grounds); got < min(least, best) {
					t.Errorf("%v, dark %t: %s is %s on %v: %.2f", said, dark, each.name(), color, grounds, got)
				}
			}
		}
	}
}

// Colors that an author sets are not changed.
func TestExplicitColorsAreKept(t *testing.T) {
	for _, said := range themes {
		all := derive(List(), said)
		for name := range said {
			if _, ok := all[List().Find(name).Variable()]; ok {
				t.Errorf("%v: %s is derived", said, name)
			}
		}
	}
	if all := derive(List(), themes[0]); len(all) > 0 {
		t.Errorf("without a theme: %v", all)
	}
}

// The contrast table contains only names of properties, names of places and its own variables. Each variable is defined
// before it is used.
func TestContrastTableIsWhole(t *testing.T) {
	names := append(List().Names(), "readingBackground")
	for i := range contrastTable.Backgrounds {
		b := &contrastTable.Backgrounds[i]
		if len(contrastTable.Places[b.In]) == 0 || !slices.Contains(names, b.Property) {
			t.Errorf("%+v", b)
		}
		for text, between := range b.Texts {
			if !slices.Contains(names, text) || between != "" && !slices.Contains(names, between) {
				t.Errorf("%s: %s, %s", b.name(), text, between)
			}
		}
		names = append(names, b.Variable)
	}
	for i := range contrastTable.Texts {
		each := &contrastTable.Texts[i]
		for _, name := range slices.Concat(each.Prefer, each.Decided, slices.Concat(each.stacks()...)) {
			if !slices.Contains(names, name) {
				t.Errorf("%s: there is no %s", each.name(), name)
			}
		}
		if len(each.stacks()) == 0 || len(each.Prefer)+len(each.Standard)+len(each.Property) == 0 {
			t.Errorf("%+v", each)
		}
	}
	if !reflect.DeepEqual(contrastTable, readTable()) {
		t.Error("reading a theme changed the table")
	}
}
