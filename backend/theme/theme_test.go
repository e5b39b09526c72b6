package theme_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"lectern/backend/property"
	"lectern/backend/theme"
)

// TestTheListKeepsItsGrammar checks that the name of each property matches its CSS property and state.
func TestTheListKeepsItsGrammar(t *testing.T) {
	list := theme.List()
	names := list.Names()
	for _, name := range []string{"logo", "favicon", "buttonColor", "viewerBackgroundColor", "topbarBackgroundColor",
		"buttonHoverBackgroundColor"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s of the specification is missing", name)
		}
	}
	targets := map[string]string{}
	for _, p := range list.Properties {
		if p.Kind == property.Image {
			continue
		}
		if p.CSS == "" || p.Target == "" || p.Doc == "" || p.Area == "" {
			t.Errorf("%s is not whole: %+v", p.Name, p)
		}
		if ending := suffix(p); !strings.HasSuffix(p.Name, ending) {
			t.Errorf("%s does not end in %s", p.Name, ending)
		}
		if other, taken := targets[p.Variable()]; taken {
			t.Errorf("%s and %s share %s", p.Name, other, p.Variable())
		}
		targets[p.Variable()] = p.Name
	}
}

// suffix returns the end of a property's name: its state and CSS property. For the shadow of a page and for the scroll
// bar it contains only the color.
func suffix(p property.Property) string {
	css := map[string]string{"box-shadow": "shadow-color", "scrollbar-color": "scrollbar-color"}[p.CSS]
	if css == "" {
		css = p.CSS
	}
	var ending strings.Builder
	for _, word := range append([]string{p.State}, strings.Split(css, "-")...) {
		for i, r := range word {
			if i == 0 {
				r = unicode.ToUpper(r)
			}
			ending.WriteRune(r)
		}
	}
	return strings.TrimPrefix(ending.String(), "Scrollbar") // part of the area's name already
}

// TestDefaultsAreTheViewersOwn compares the default values with the design tokens of the front end.
func TestDefaultsAreTheViewersOwn(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "frontend", "src", "ui", "tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	light, dark, _ := strings.Cut(string(text), "prefers-color-scheme: dark")
	for _, test := range []struct{ property, token string }{
		{"viewerBackgroundColor", "desk"}, {"topbarBackgroundColor", "surface"}, {"topbarColor", "ink"}, {"topbarBorderColor", "line"},
		{"buttonColor", "ink-soft"}, {"buttonHoverBackgroundColor", "hover"}, {"buttonActiveBackgroundColor", "press"},
		{"buttonPressedColor", "accent"}, {"buttonPressedBackgroundColor", "accent-soft"}, {"buttonDisabledColor", "ink-faint"},
		{"interfaceColor", "ink"}, {"interfaceBackgroundColor", "surface"}, {"interfaceAccentColor", "accent"},
		{"viewerScrollbarColor", "ink-faint"},
		{"pageBorderColor", "paper-edge"}, {"pageShadowColor", "paper-shade"},
	} {
		p := theme.List().Find(test.property)
		if p.Default != token(t, light, test.token) || p.Dark != token(t, dark, test.token) {
			t.Errorf("%s is %v and %s by default, but --%s is %s and %s", p.Name, p.Default, p.Dark, test.token, token(t, light, test.token),
				token(t, dark, test.token))
		}
	}
}

func token(t *testing.T, css, name string) string {
	t.Helper()
	found := regexp.MustCompile(`--` + name + `: (#[0-9a-f]+);`).FindStringSubmatch(css)
	if found == nil {
		t.Fatalf("there is no token --%s", name)
	}
	return found[1]
}

// Every default is a valid value.
func TestDefaultsCanBePosted(t *testing.T) {
	for _, p := range theme.List().Properties {
		for _, value := range []any{p.Default, p.Dark} {
			if p.Kind == property.Color && value != "" && p.Declaration(value) == "" {
				t.Errorf("%s: %v is no color", p.Name, value)
			}
		}
		if p.Kind == property.Font && p.Declaration(p.Default) == "" {
			t.Errorf("%s: %v is no font", p.Name, p.Default)
		}
	}
}

// The viewer's style sheet uses only variables that a theme property defines.
func TestTheViewerReadsItsVariables(t *testing.T) {
	css, err := os.ReadFile(filepath.Join("..", "..", "frontend", "src", "viewer", "viewer.css"))
	if err != nil {
		t.Fatal(err)
	}
	knownTable := theme.List()
	for _, name := range regexp.MustCompile(`--theme-[a-z-]+`).FindAllString(string(css), -1) {
		if !slices.ContainsFunc(knownTable.Properties, func(p property.Property) bool { return p.Variable() == name }) {
			t.Errorf("no property sets %s", name)
		}
	}
}
