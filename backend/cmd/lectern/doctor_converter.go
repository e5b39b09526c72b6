package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend"
	"lectern/backend/convert"
)

// engineTime is how long LibreOffice may take to start for the check.
const engineTime = time.Minute

func (c *doctorCommand) checkConverter(context.Context) finding {
	f := finding{Check: "PDF", State: good}
	program, err := convert.FindConverter()
	if err != nil {
		return f.failed(err, "run 'make build'")
	}
	if f.Detail, err = convert.ConverterVersion(program); err != nil {
		return f.failed(err, "run 'make build'")
	}
	return f
}

func (c *doctorCommand) checkLibreOffice(ctx context.Context) finding {
	f := finding{Check: "Office", State: warning}
	if err := c.tryLibreOffice(ctx); err != nil {
		f.Detail = "Office documents cannot be converted: " + engineCause(err)
		f.Mend = "run 'make libreoffice', or set LECTERN_LIBREOFFICE to a folder that it has made"
		return f
	}
	folder := convert.FindLibreOffice()
	f.State, f.Detail = good, fmt.Sprintf("%s in %s", engineVersion(folder), folder)
	return f
}

// engineCause gives why the engine does not start, which an error that is worded
// for a document does not say.
func engineCause(err error) string {
	if failed, ok := errors.AsType[*convert.Error](err); ok {
		return "LibreOffice cannot be used: " + failed.Cause()
	}
	return err.Error()
}

// tryLibreOffice starts the engine as a conversion would.
func (c *doctorCommand) tryLibreOffice(ctx context.Context) error {
	temp, err := os.MkdirTemp("", "lectern-")
	if err != nil {
		return err
	}
	settings := c.Config
	settings.Fonts = "" // they have a check of their own
	config, err := backend.ConverterConfig(settings, temp)
	if err != nil {
		return errors.Join(err, os.RemoveAll(temp))
	}
	ctx, cancel := context.WithTimeout(ctx, engineTime)
	defer cancel()
	office := convert.NewOffice(config, slog.New(slog.DiscardHandler))
	return errors.Join(office.Warm(ctx), office.Close(), os.RemoveAll(temp))
}

// engineVersion reads the version from the bundle's note, or from LibreOffice's own.
func engineVersion(folder string) string {
	if text, err := os.ReadFile(filepath.Join(folder, "version")); err == nil {
		first, _, _ := strings.Cut(string(text), "\n")
		return first
	}
	text, err := os.ReadFile(filepath.Join(folder, "program", "versionrc"))
	if err != nil {
		return "LibreOffice"
	}
	for line := range strings.Lines(string(text)) {
		if version, ok := strings.CutPrefix(strings.TrimSpace(line), "ReferenceOOoMajorMinor="); ok {
			return "LibreOffice " + version
		}
	}
	return "LibreOffice"
}

func (c *doctorCommand) checkFonts(context.Context) finding {
	f := finding{Check: "fonts", State: good}
	bundled := countFonts(filepath.Join(convert.FindLibreOffice(), "fonts"))
	f.Detail = fmt.Sprintf("%d faces come with LibreOffice", bundled)
	if bundled == 0 {
		f.State, f.Detail, f.Mend = warning, "no bundled fonts: documents get the system's", "run 'make libreoffice'"
	}
	if c.Fonts != "" {
		if info, err := os.Stat(c.Fonts); err != nil || !info.IsDir() {
			return f.failed(fmt.Errorf("there is no folder %s", c.Fonts), "name another folder with --fonts")
		}
		if path := backend.FindSpecialFile(c.Fonts); path != "" {
			return f.failed(fmt.Errorf("%s is neither a file nor a folder", path), "remove it, or name another folder with --fonts")
		}
		own := countFonts(c.Fonts)
		f.Detail += fmt.Sprintf(", %d in %s", own, c.Fonts)
		if own == 0 {
			f.State, f.Mend = warning, "put fonts into "+c.Fonts+", or name another folder with --fonts"
		}
	}
	return f
}

// countFonts counts the font files below a folder.
func countFonts(folder string) int {
	n := 0
	_ = filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read holds no font that could be used
		}
		switch strings.ToLower(filepath.Ext(entry.Name())) {
		case ".ttf", ".otf", ".ttc", ".otc", ".pfb":
			n++
		}
		return nil
	})
	return n
}
