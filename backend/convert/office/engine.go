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

// The oldest usable major versions. The version for soffice is lower, because LibreOfficeKit of 7.4 crashes on every
// spreadsheet, but the soffice program of 7.4 does not.
const (
	MinVersion        = 25
	MinSofficeVersion = 7
)

// minVersion returns the oldest usable version for this configuration.
func minVersion(cfg convert.Config) int {
	if cfg.Soffice {
		return MinSofficeVersion
	}
	return MinVersion
}

// converterCommand returns the subcommand of the converter program for Office documents.
func converterCommand(cfg convert.Config) string {
	if cfg.Soffice {
		return "soffice"
	}
	return "office"
}

// documentFamily returns the family of documents that a type belongs to. The type, which was detected by the content,
// selects LibreOffice's import filter. If there are several filters for the type, LibreOffice uses a filter of this
// family.
func documentFamily(kind filetype.Type) (string, error) {
	switch kind {
	case filetype.Doc, filetype.Docx, filetype.Dotx, filetype.Rtf:
		return wire.OfficeText, nil
	case filetype.Xls, filetype.Xlsx:
		return wire.OfficeSheet, nil
	case filetype.Ppt, filetype.Pps, filetype.Pot, filetype.Ppa, filetype.Potx, filetype.Pptx, filetype.Ppsx:
		return wire.OfficeSlides, nil
	}
	return "", fmt.Errorf("convert: %q is not a type of Office document", kind)
}

// engine is the path of the folder of a usable LibreOffice.
type engine string

// findEngine returns the LibreOffice in Config.LibreOffice, or an error if it is not usable.
func findEngine(cfg convert.Config) (engine, error) {
	if cfg.LibreOffice == "" {
		return "", &convert.Error{Reason: convert.ReasonNoEngine, Detail: "it was not found"}
	}
	version, err := EngineVersion(cfg.LibreOffice)
	if err != nil {
		return "", &convert.Error{Reason: convert.ReasonNoEngine, Detail: err.Error()}
	}
	if oldest := minVersion(cfg); version < oldest {
		detail := fmt.Sprintf("the one in %s is version %d, but %d or newer is required", cfg.LibreOffice, version, oldest)
		return "", &convert.Error{Reason: convert.ReasonNoEngine, Detail: detail}
	}
	return engine(cfg.LibreOffice), nil
}

var updateID = regexp.MustCompile(`(?m)^UpdateID=LibreOffice_(\d+)`)

// EngineVersion returns the major version (25 for 25.2) of the LibreOffice in a folder, without starting it. It returns
// an error if the folder contains no LibreOffice.
func EngineVersion(folder string) (int, error) {
	path := filepath.Join(folder, engineVersionFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, fmt.Errorf("%s contains none (%w)", folder, err)
	}
	found := updateID.FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("%s contains none (%s has no version)", folder, path)
	}
	return strconv.Atoi(string(found[1]))
}

// Patterns for lines that identify builds: in the file "version" of a bundled LibreOffice, and in LibreOffice's own
// version file.
var (
	bundledBuild = regexp.MustCompile(`(?m)^LibreOffice (?:\d+:)?(\S+)\n(recipe \S+)$`)
	ownBuild     = regexp.MustCompile(`(?m)^buildid=(.+)$`)
)

// engineBuild returns the name and the build of the LibreOffice in a folder, or "" if there is none.
func engineBuild(folder string) string {
	version, err := EngineVersion(folder)
	if err != nil {
		return ""
	}
	text, _ := os.ReadFile(filepath.Join(folder, "version")) // only exists in a bundled LibreOffice
	if found := bundledBuild.FindSubmatch(text); found != nil {
		return fmt.Sprintf("LibreOffice %s, %s", found[1], found[2])
	}
	text, _ = os.ReadFile(filepath.Join(folder, engineVersionFile)) // EngineVersion has read it before
	if found := ownBuild.FindSubmatch(text); found != nil {
		return fmt.Sprintf("LibreOffice %d, build %s", version, found[1])
	}
	return fmt.Sprintf("LibreOffice %d", version)
}

// engineName returns the name and the build of LibreOffice, and the mode in which it is used. It returns "" if there is
// no LibreOffice.
func engineName(cfg convert.Config) string {
	build := engineBuild(cfg.LibreOffice)
	if cfg.Soffice && build != "" {
		build += ", soffice" // part of the name, because soffice reports fewer facts about a document
	}
	return build
}

func (e engine) program() string { return filepath.Join(string(e), enginePrograms) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// fatalError returns the error if LibreOffice cannot be loaded. The argument fatal is the reason that the converter
// process reported, and output is the error output of that process.
func fatalError(cfg convert.Config, fatal, output string) *convert.Error {
	detail := fatal + ": " + output
	switch {
	case fatal == wire.FatalDescriptors:
		return &convert.Error{Reason: convert.ReasonMachineLimit, Resource: convert.ResourceDescriptors, Permanent: true, Detail: detail}
	case convert.IsAddressSpaceTooSmall(cfg):
		return &convert.Error{Reason: convert.ReasonMachineLimit, Resource: convert.ResourceMemory, Permanent: true, Detail: detail}
	}
	return &convert.Error{Reason: convert.ReasonNoEngine, Detail: detail}
}
