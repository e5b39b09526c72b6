package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend"
	"lectern/backend/convert"
)

// engineTime is how long LibreOffice may take to start for the check.
const engineTime = time.Minute

func (c *doctorCommand) checkConverter(ctx context.Context) finding {
	f := finding{Check: "PDF", State: good}
	program, err := convert.FindConverter()
	if err != nil {
		return f.failed(err, "run 'make build'")
	}
	said, err := exec.CommandContext(ctx, program, "version").Output()
	if err != nil {
		return f.failed(fmt.Errorf("%s does not start: %w", program, err), "run 'make build'")
	}
	f.Detail = strings.TrimSpace(string(said))
	return f
}

func (c *doctorCommand) checkLibreOffice(ctx context.Context) finding {
	f := finding{Check: "Office", State: warning}
	const mend = "run 'make libreoffice', or set LECTERN_LIBREOFFICE to the folder of one that is 24.2 or newer"
	folder := convert.FindLibreOffice()
	if folder == "" {
		f.Detail, f.Mend = "LibreOffice was not found: PDFs work, Office documents fail", mend
		return f
	}
	if err := c.tryLibreOffice(ctx); err != nil {
		f.Detail, f.Mend = fmt.Sprintf("LibreOffice in %s does not start: %v", folder, err), mend
		return f
	}
	f.State, f.Detail = good, fmt.Sprintf("%s in %s", engineVersion(folder), folder)
	return f
}

// tryLibreOffice starts the engine as a conversion would.
func (c *doctorCommand) tryLibreOffice(ctx context.Context) error {
	temp, err := os.MkdirTemp("", "lectern-")
	if err != nil {
		return err
	}
	config, err := backend.ConverterConfig(c.Config, temp)
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

// checkSandbox tells how far a converter is confined.
func (c *doctorCommand) checkSandbox(context.Context) finding {
	return finding{
		Check:  "sandbox",
		State:  warning,
		Detail: "converters run in processes of their own with limits of time, memory and file size; system calls and the file system are not narrowed",
		Mend:   "take documents from people you trust, or run Lectern as a user of its own",
	}
}
