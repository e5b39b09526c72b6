package build_test

import (
	"encoding/xml"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/filetype"
)

// The desktop entry lists all file types that the window opens, so that file managers offer Lectern for them.
func TestDesktopEntry(t *testing.T) {
	text, err := os.ReadFile("lectern.desktop")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			values[key] = value
		}
	}
	if values["Exec"] != "lectern-desktop %F" || values["Type"] != "Application" {
		t.Errorf("the entry is %v", values)
	}
	named := strings.Split(values["MimeType"], ";")
	for _, kind := range filetype.All() {
		if !slices.Contains(named, kind.MediaType()) {
			t.Errorf("it does not name %s", kind.MediaType())
		}
	}
	for language := range map[string]bool{"de": true, "es": true, "fi": true, "fr": true, "ja": true} {
		if values["Comment["+language+"]"] == "" {
			t.Errorf("the entry has no text in %s", language)
		}
	}
}

// Lectern is registered on macOS for exactly the file types that the window opens, and the Linux desktop entry lists
// all of them.
func TestPropertyList(t *testing.T) {
	text, err := os.ReadFile("darwin/Info.plist")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Dict plistDict `xml:"dict"`
	}
	if err := xml.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if name, program := list.Dict.value("CFBundleName").Text, list.Dict.value("CFBundleExecutable").Text; name != "Lectern" ||
		program != "lectern-desktop" {
		t.Errorf("it is the application %q, with the program %q", name, program)
	}
	var extensions, media []string
	for _, kind := range list.Dict.value("CFBundleDocumentTypes").Dicts {
		extensions = append(extensions, kind.value("CFBundleTypeExtensions").Strings...)
		media = append(media, kind.value("CFBundleTypeMIMETypes").Strings...)
	}
	if want := kinds(); !slices.Equal(slices.Sorted(slices.Values(extensions)), want) {
		t.Errorf("it names the extensions %v, want %v", extensions, want)
	}
	entry, err := os.ReadFile("lectern.desktop")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range media {
		if !strings.Contains(string(entry), kind) {
			t.Errorf("the desktop entry does not name %s", kind)
		}
	}
	for _, kind := range filetype.All() {
		if !slices.Contains(media, kind.MediaType()) {
			t.Errorf("it does not name %s", kind.MediaType())
		}
	}
}

// plistDict contains the keys and the values of a dictionary in a property list.
type plistDict struct {
	Keys   []string     `xml:"key"`
	Values []plistValue `xml:",any"`
}

type plistValue struct {
	XMLName xml.Name
	Text    string      `xml:",chardata"`
	Strings []string    `xml:"string"`
	Dicts   []plistDict `xml:"dict"`
}

func (d plistDict) value(key string) plistValue {
	at := slices.Index(d.Keys, key)
	if at < 0 || at >= len(d.Values) {
		return plistValue{}
	}
	return d.Values[at]
}

func TestInstallerTypes(t *testing.T) {
	text, err := os.ReadFile("windows/installer.nsi")
	if err != nil {
		t.Fatal(err)
	}
	var extensions []string
	for _, found := range regexp.MustCompile(`insertmacro \$\{DO\} (\w+)`).FindAllStringSubmatch(string(text), -1) {
		extensions = append(extensions, found[1])
	}
	if want := kinds(); !slices.Equal(slices.Sorted(slices.Values(extensions)), want) {
		t.Errorf("it names the extensions %v, want %v", extensions, want)
	}
}

// The Windows manifest is valid XML and contains the settings that the program relies on.
func TestManifest(t *testing.T) {
	text, err := os.ReadFile("windows/lectern.exe.manifest")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Settings struct {
			DPI      string `xml:"dpiAwareness"`
			Long     string `xml:"longPathAware"`
			CodePage string `xml:"activeCodePage"`
		} `xml:"application>windowsSettings"`
	}
	if err := xml.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if s := manifest.Settings; !strings.HasPrefix(s.DPI, "permonitorv2") || s.Long != "true" || s.CodePage != "UTF-8" {
		t.Errorf("it has %+v", s)
	}
}

// kinds returns the extensions of all file types, sorted.
func kinds() (all []string) {
	for _, kind := range filetype.All() {
		all = append(all, string(kind))
	}
	slices.Sort(all)
	return all
}
