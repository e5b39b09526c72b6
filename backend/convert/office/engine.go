package office

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// The oldest LibreOffice that is used: LibreOfficeKit of 7.4 crashes on every spreadsheet, where soffice
// of its own does not.
const (
	MinVersion        = 25
	MinSofficeVersion = 7
)

// oldestOffice is the oldest that can be used as Config.Soffice has it.
func minVersion(cfg convert.Config) int {
	if cfg.Soffice {
		return MinSofficeVersion
	}
	return MinVersion
}

// officeWord is what the converter of Office documents is started with.
func converterCommand(cfg convert.Config) string {
	if cfg.Soffice {
		return "soffice"
	}
	return "office"
}

// officeFamily says what a document of a type opens as. The type, which the content was
// sniffed for, chooses LibreOffice's filter; where a type has several, LibreOffice
// chooses among those that make a document of this family.
func documentFamily(kind filetype.Type) (string, error) {
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
type engine string

// findEngine checks what Config.LibreOffice names.
func findEngine(cfg convert.Config) (engine, error) {
	if cfg.LibreOffice == "" {
		return "", &convert.Error{Reason: convert.ReasonNoEngine, Detail: "it was not found"}
	}
	version, err := EngineVersion(cfg.LibreOffice)
	if err != nil {
		return "", &convert.Error{Reason: convert.ReasonNoEngine, Detail: err.Error()}
	}
	if oldest := minVersion(cfg); version < oldest {
		detail := fmt.Sprintf("the one in %s is version %d, and %d or newer is needed", cfg.LibreOffice, version, oldest)
		return "", &convert.Error{Reason: convert.ReasonNoEngine, Detail: detail}
	}
	return engine(cfg.LibreOffice), nil
}

var updateID = regexp.MustCompile(`(?m)^UpdateID=LibreOffice_(\d+)`)

// OfficeVersion gives the major version (of 25.2, that is 25) of the LibreOffice
// in a folder, without starting it. The error says that there is none.
func EngineVersion(folder string) (int, error) {
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
func engineBuild(folder string) string {
	version, err := EngineVersion(folder)
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
func engineName(cfg convert.Config) string {
	build := engineBuild(cfg.LibreOffice)
	if cfg.Soffice && build != "" {
		build += ", soffice" // what it knows of a document is less
	}
	return build
}

func (e engine) program() string { return filepath.Join(string(e), enginePrograms) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// fatalError is the error of an engine that said why it cannot be loaded, with what else its process has said.
func fatalError(cfg convert.Config, fatal, said string) *convert.Error {
	detail := fatal + ": " + said
	switch {
	case fatal == wire.FatalDescriptors:
		return &convert.Error{Reason: convert.ReasonMachine, Resource: convert.ResourceDescriptors, Standing: true, Detail: detail}
	case convert.NarrowAddressSpace(cfg):
		return &convert.Error{Reason: convert.ReasonMachine, Resource: convert.ResourceMemory, Standing: true, Detail: detail}
	}
	return &convert.Error{Reason: convert.ReasonNoEngine, Detail: detail}
}
