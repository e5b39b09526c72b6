package office

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
)

// engineFolder creates a folder that looks like an installation of LibreOffice. versionrc is the content of the file
// with the version.
func engineFolder(t *testing.T, versionrc string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "program"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "program", "versionrc"), []byte(versionrc), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestOfficeVersion(t *testing.T) {
	tests := []struct {
		name, versionrc string
		want            int
	}{
		{"25.2", "[Version]\nbuildid=520(Build:2)\nUpdateID=LibreOffice_25_en-US_af\n", 25},
		{"7.4", "[Version]\nUpdateID=LibreOffice_7_en-US_af\n", 7},
		{"another program's", "[Version]\nUpdateID=Other_25\n", 0},
		{"none", "", 0},
	}
	for _, test := range tests {
		got, err := EngineVersion(engineFolder(t, test.versionrc))
		if got != test.want || (err == nil) != (test.want > 0) {
			t.Errorf("%s: OfficeVersion = %d, %v; want %d", test.name, got, err, test.want)
		}
	}
}

func TestOfficeWithoutEngine(t *testing.T) {
	for name, folder := range map[string]string{
		"no folder":    "",
		"not there":    filepath.Join(t.TempDir(), "nothing"),
		"too old":      engineFolder(t, "UpdateID=LibreOffice_7_en-US\n"),
		"no libraries": engineFolder(t, "UpdateID=LibreOffice_25_en-US\n"),
	} {
		t.Run(name, func(t *testing.T) {
			cfg := converttest.OfficeConfig(t)
			cfg.LibreOffice = folder
			office := openOffice(t, cfg)
			_, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &result{})
			if converttest.ReasonOf(err) != convert.ReasonNoEngine {
				t.Errorf("Convert: %#v, want %s", err, convert.ReasonNoEngine)
			}
			if err := office.Warm(t.Context()); converttest.ReasonOf(err) != convert.ReasonNoEngine {
				t.Errorf("Warm: %#v, want %s", err, convert.ReasonNoEngine)
			}
		})
	}
}

func TestOfficeRefusesOtherTypes(t *testing.T) {
	office := New(convert.Config{TempDir: t.TempDir()}, slog.New(slog.DiscardHandler))
	defer office.Close()
	for _, kind := range []filetype.Type{filetype.Pdf, "odt", ""} {
		if _, err := office.Convert(context.Background(), Order{In: converttest.RTF(1), Kind: kind}, &result{}); err == nil {
			t.Errorf("a document of type %q was converted", kind)
		}
	}
}

func TestOfficeFamilies(t *testing.T) {
	for _, kind := range filetype.All() {
		if _, err := documentFamily(kind); (err == nil) != kind.IsOffice() {
			t.Errorf("officeFamily(%q): %v", kind, err)
		}
	}
}

// TestOfficeEnvironment checks that the converter process inherits no variable of the server that it does not need.
//
// SECURITY.md, promise 13 (isolated converters)
func TestOfficeEnvironment(t *testing.T) {
	t.Setenv("LECTERN_SECRET", "x")
	engine := engine(engineFolder(t, ""))
	env, err := engine.environment("/work", "/cache", "")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, variable := range env {
		name, _, _ := strings.Cut(variable, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	want := []string{"CONFIGURATION_LAYERS", "HOME", "LC_ALL", "LD_LIBRARY_PATH", "LOK_HOST_ALLOWLIST", "SAL_DISABLE_CUPS",
		"SAL_USE_VCLPLUGIN", "TMPDIR", "XDG_CACHE_HOME"}
	if !slices.Equal(names, want) {
		t.Errorf("variables %v, want %v", names, want)
	}
}

func TestOfficeFontConfig(t *testing.T) {
	bundle := engineFolder(t, "")
	bundled := filepath.Join(bundle, "fonts", "fonts.conf")
	if err := os.Mkdir(filepath.Dir(bundled), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bundled, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	system := engineFolder(t, "")
	work := t.TempDir()
	made := filepath.Join(work, "fonts.conf")
	tests := []struct {
		name, engine, fonts, want, includes string
	}{
		{"the bundle's", bundle, "", bundled, ""},
		{"the system's", system, "", "", ""},
		{"the bundle's and a company's", bundle, "/faces & <more>", made, bundled},
		{"the system's and a company's", system, "/faces & <more>", made, systemFonts},
	}
	for _, test := range tests {
		got, err := engine(test.engine).fontConfig(work, test.fonts)
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v; want %q", test.name, got, err, test.want)
		}
		if test.includes == "" {
			continue
		}
		text, err := os.ReadFile(made)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"<dir>/faces &amp; &lt;more&gt;</dir>", "<include>" + test.includes + "</include>"} {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s: no %s in %s", test.name, part, text)
			}
		}
	}
}

// openPDF is safe even if a converter creates something other than a PDF under the file name of a result.
//
// SECURITY.md, promise 16 (at least one page)
func TestOpenPDF(t *testing.T) {
	folder := t.TempDir()
	outside := filepath.Join(folder, "outside")
	for name, content := range map[string]string{"good": "%PDF-1.7\n%%EOF\n", "cut": "%PDF-1.7\n", "empty": "", "short": "%PD",
		"html": "<html>", "outside": "%PDF-1.7\n%%EOF\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"good", "cut", "empty", "short", "html", "link", "folder", "missing"} {
		file, err := openPDF(filepath.Join(folder, name))
		if err == nil {
			file.Close()
		}
		if want := name == "good"; (err == nil) != want || (!want && converttest.ReasonOf(err) != convert.ReasonEmpty) {
			t.Errorf("openPDF(%s): %#v", name, err)
		}
	}
}
