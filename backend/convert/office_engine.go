package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// The oldest LibreOffice that is used: LibreOfficeKit of 7.4 crashes on every spreadsheet, where soffice
// of its own does not.
const (
	OfficeVersionMin  = 25
	SofficeVersionMin = 7
)

// oldestOffice is the oldest that can be used as Config.Soffice has it.
func (c Config) oldestOffice() int {
	if c.Soffice {
		return SofficeVersionMin
	}
	return OfficeVersionMin
}

// officeWord is what the converter of Office documents is started with.
func (c Config) officeWord() string {
	if c.Soffice {
		return "soffice"
	}
	return "office"
}

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
	if oldest := cfg.oldestOffice(); version < oldest {
		detail := fmt.Sprintf("the one in %s is version %d, and %d or newer is needed", cfg.LibreOffice, version, oldest)
		return "", &Error{Reason: ReasonNoEngine, Detail: detail}
	}
	return officeEngine(cfg.LibreOffice), nil
}

var updateID = regexp.MustCompile(`(?m)^UpdateID=LibreOffice_(\d+)`)

// OfficeVersion gives the major version (of 25.2, that is 25) of the LibreOffice
// in a folder, without starting it. The error says that there is none.
func OfficeVersion(folder string) (int, error) {
	path := filepath.Join(folder, engineVersionFile)
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
	text, _ = os.ReadFile(filepath.Join(folder, engineVersionFile)) // it was read above
	if found := ownBuild.FindSubmatch(text); found != nil {
		return fmt.Sprintf("LibreOffice %d, build %s", version, found[1])
	}
	return fmt.Sprintf("LibreOffice %d", version)
}

// officeVersion names the engine, its build and the way in which it is used; empty where there is none.
func (c Config) officeVersion() string {
	build := officeBuild(c.LibreOffice)
	if c.Soffice && build != "" {
		build += ", soffice" // what it knows of a document is less
	}
	return build
}

func (e officeEngine) program() string { return filepath.Join(string(e), enginePrograms) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
