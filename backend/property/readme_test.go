package property_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/profile"
	"lectern/backend/property"
	"lectern/backend/theme"
)

var update = flag.Bool("update", false, "write the guide's tables anew")

// TestReadmeTables checks that the tables in the guide match the lists of properties.
func TestReadmeTables(t *testing.T) {
	path := filepath.Join("..", "web", "api", "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	for _, list := range []property.List{profile.List(), theme.List()} {
		start, end := "<!-- "+list.Noun+" properties -->\n", "<!-- end of "+list.Noun+" properties -->"
		before, rest, found := strings.Cut(readme, start)
		got, after, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Errorf("the guide has no table between %q and %q", start, end)
			continue
		}
		if want := table(list); got != want && *update {
			readme = before + start + want + end + after
		} else if got != want {
			t.Errorf("the guide's table of %ss is old: go test ./backend/property -run Readme -update", list.Noun)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(readme), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func table(list property.List) string {
	var rows strings.Builder
	if list.Noun == "profile" {
		rows.WriteString("| Property | Takes | Default | |\n|---|---|---|---|\n")
	} else {
		rows.WriteString("| Property | Sets | Default, light and dark | |\n|---|---|---|---|\n")
	}
	for _, p := range list.Properties {
		name := "`" + p.Name + "`"
		if p.Permission() {
			name += " *"
		}
		fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", name, capitalized(describeValue(p)), capitalized(standard(p)),
			capitalized(p.Doc))
	}
	return rows.String()
}

// capitalized returns the text with a capital first letter, for a table cell.
func capitalized(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func describeValue(p property.Property) string {
	css := "`" + p.CSS + "`"
	switch {
	case p.CSS != "" && p.State != "":
		return css + ", " + p.State
	case p.CSS != "":
		return css
	case len(p.Words()) > 0:
		return "`" + strings.Join(p.Words(), "`, `") + "`"
	}
	return map[property.Kind]string{
		property.Boolean: "`true`, `false`", property.Integer: fmt.Sprintf("number from %d", p.Min), property.URL: "HTTP(S) address",
		property.Text: fmt.Sprintf("text, at most %d characters", p.MaxLength), property.Image: "HTTP(S) address, GIF or PNG as data URL",
		property.Sources: "source list of CSP",
	}[p.Kind]
}

func standard(p property.Property) string {
	switch {
	case p.Default == "":
		return ""
	case p.Kind == property.Font:
		return "the system's"
	case p.Dark != "":
		return fmt.Sprintf("`%v`, `%s`", p.Default, p.Dark)
	}
	return fmt.Sprintf("`%v`", p.Default)
}
