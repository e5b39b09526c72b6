package convert

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/filetype"
	"lectern/converters/wire"
)

// OfficeVersionMin is the oldest LibreOffice that is used: LibreOfficeKit of
// 7.4 crashes on every spreadsheet.
const OfficeVersionMin = 25

// officeFamily says what a document of a type opens as. The type, which the content was
// sniffed for, chooses LibreOffice's filter; where a type has several, LibreOffice
// chooses among those that make a document of this family.
func officeFamily(kind filetype.Type) (string, error) {
	switch kind {
	case filetype.Doc, filetype.Docx, filetype.Dotx, filetype.Rtf:
		return wire.OfficeText, nil
	case filetype.Xls, filetype.Xlsx:
		return wire.OfficeSheet, nil
	case filetype.Ppt, filetype.Pps, filetype.Pot, filetype.Ppa, filetype.Potx, filetype.Pptx, filetype.Ppsx:
		return wire.OfficeSlides, nil
	}
	return "", fmt.Errorf("convert: %q is no type of an Office document", kind)
}

// officeEngine is the folder of a LibreOffice that can be used.
type officeEngine string

// findEngine checks what Config.LibreOffice names.
func findEngine(cfg Config) (officeEngine, error) {
	if cfg.LibreOffice == "" {
		return "", &Error{Reason: ReasonNoEngine, Detail: "it was not found"}
	}
	version, err := OfficeVersion(cfg.LibreOffice)
	if err != nil {
		return "", &Error{Reason: ReasonNoEngine, Detail: err.Error()}
	}
	if version < OfficeVersionMin {
		detail := fmt.Sprintf("the one in %s is version %d, and %d or newer is needed", cfg.LibreOffice, version, OfficeVersionMin)
		return "", &Error{Reason: ReasonNoEngine, Detail: detail}
	}
	return officeEngine(cfg.LibreOffice), nil
}

var updateID = regexp.MustCompile(`(?m)^UpdateID=LibreOffice_(\d+)`)

// OfficeVersion gives the major version (of 25.2, that is 25) of the LibreOffice
// in a folder, without starting it. The error says that there is none.
func OfficeVersion(folder string) (int, error) {
	path := filepath.Join(folder, "program", "versionrc")
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, fmt.Errorf("%s holds none (%w)", folder, err)
	}
	found := updateID.FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("%s holds none (%s names no version)", folder, path)
	}
	return strconv.Atoi(string(found[1]))
}

// The lines of a bundle's file "version", and of a LibreOffice's own, that tell builds
// apart.
var (
	bundledBuild = regexp.MustCompile(`(?m)^LibreOffice (?:\d+:)?(\S+)\n(recipe \S+)$`)
	ownBuild     = regexp.MustCompile(`(?m)^buildid=(.+)$`)
)

// officeBuild names the LibreOffice in a folder and its build; empty where there is
// none.
func officeBuild(folder string) string {
	version, err := OfficeVersion(folder)
	if err != nil {
		return ""
	}
	text, _ := os.ReadFile(filepath.Join(folder, "version")) // only the bundle has it
	if found := bundledBuild.FindSubmatch(text); found != nil {
		return fmt.Sprintf("LibreOffice %s, %s", found[1], found[2])
	}
	text, _ = os.ReadFile(filepath.Join(folder, "program", "versionrc")) // it was read above
	if found := ownBuild.FindSubmatch(text); found != nil {
		return fmt.Sprintf("LibreOffice %d, build %s", version, found[1])
	}
	return fmt.Sprintf("LibreOffice %d", version)
}

func (e officeEngine) program() string { return filepath.Join(string(e), "program") }

// environment is all that the converter process gets: nothing of the server's
// own environment is in it. folder is the process's own; cache outlives it.
func (e officeEngine) environment(folder, cache, fonts string) ([]string, error) {
	libraries := []string{e.program()}
	if bundled := filepath.Join(string(e), "lib"); exists(bundled) {
		libraries = append(libraries, bundled)
	}
	env := []string{
		"LD_LIBRARY_PATH=" + strings.Join(libraries, ":"), // read by the loader at the start
		"HOME=" + folder,
		"TMPDIR=" + folder,
		"XDG_CACHE_HOME=" + cache, // fontconfig's, a quarter of a second of the start
		"LC_ALL=C.UTF-8",
		"SAL_USE_VCLPLUGIN=svp",
		"CONFIGURATION_LAYERS=" + e.settings(),
		"SAL_DISABLE_CUPS=1",    // or it asks for printers at port 631
		"LOK_HOST_ALLOWLIST=^$", // no host may be asked for anything
	}
	config, err := e.fontConfig(folder, fonts)
	if err != nil {
		return nil, err
	}
	if config != "" {
		env = append(env, "FONTCONFIG_FILE="+config)
	}
	return env, nil
}

// settings is where the engine's settings are, as its own program/fundamentalrc has it: those
// of the bundle without the user interface, and the process's own.
func (e officeEngine) settings() string {
	const from = "${BRAND_BASE_DIR}/lean/registry"
	return "xcsxcu:" + from + " res:" + from + " user:!${$BRAND_BASE_DIR/program/bootstraprc:UserInstallation}/user/registrymodifications.xcu"
}

// systemFonts is fontconfig's own configuration.
const systemFonts = "/etc/fonts/fonts.conf"

// fontConfig gives the path of the fonts' configuration: the engine's own, with
// the folder of further fonts where there is one; empty for the system's own.
func (e officeEngine) fontConfig(folder, fonts string) (string, error) {
	config := filepath.Join(string(e), "fonts", "fonts.conf")
	bundled := exists(config)
	switch {
	case fonts == "" && bundled:
		return config, nil
	case fonts == "":
		return "", nil
	case !bundled:
		config = systemFonts
	}
	path := filepath.Join(folder, "fonts.conf")
	text := fmt.Sprintf("<?xml version=\"1.0\"?>\n<fontconfig>\n  <dir>%s</dir>\n  <include>%s</include>\n</fontconfig>\n",
		escape(fonts), escape(config))
	return path, os.WriteFile(path, []byte(text), 0o600)
}

func escape(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a strings.Builder does not fail
	return out.String()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
