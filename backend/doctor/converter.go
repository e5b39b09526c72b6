package doctor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/convert"
	"lectern/backend/fontfolder"
)

// engineTime is how long LibreOffice may take to start for the check.
const engineTime = time.Minute

func (m *Machine) checkConverter(context.Context) Finding {
	f := Finding{Check: "PDF", State: Good}
	program, err := convert.FindConverter()
	if err != nil {
		return f.failed(err, "run 'make build'")
	}
	if f.Detail, err = convert.ConverterVersion(program); err != nil {
		return f.failed(err, "run 'make build'")
	}
	return f
}

func (m *Machine) checkLibreOffice(ctx context.Context) Finding {
	f := Finding{Check: "Office", State: Warning}
	if err := m.tryLibreOffice(ctx); err != nil {
		f.Detail = "Office documents cannot be converted: " + engineCause(err)
		f.Mend = "run 'make libreoffice', or set LECTERN_LIBREOFFICE to a folder that it has made"
		return f
	}
	folder := convert.FindLibreOffice()
	f.State, f.Detail = Good, fmt.Sprintf("%s in %s", engineVersion(folder), folder)
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
func (m *Machine) tryLibreOffice(ctx context.Context) error {
	temp, err := os.MkdirTemp(m.Temp, "lectern-")
	if err != nil {
		return err
	}
	config, err := m.Converters(temp)
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

func (m *Machine) checkFonts(context.Context) Finding {
	f := Finding{Check: "fonts", State: Good}
	bundled := fontfolder.Count(filepath.Join(convert.FindLibreOffice(), "fonts"))
	f.Detail = fmt.Sprintf("%d faces come with LibreOffice", bundled)
	if bundled == 0 {
		f.State, f.Detail, f.Mend = Warning, "no bundled fonts: documents get the system's", "run 'make libreoffice'"
	}
	if m.Fonts != "" {
		if info, err := os.Stat(m.Fonts); err != nil || !info.IsDir() {
			return f.failed(fmt.Errorf("there is no folder %s", m.Fonts), "name another folder with --fonts")
		}
		if path := fontfolder.FindSpecial(m.Fonts); path != "" {
			return f.failed(fmt.Errorf("%s is neither a file nor a folder", path), "remove it, or name another folder with --fonts")
		}
		own := fontfolder.Count(m.Fonts)
		f.Detail += fmt.Sprintf(", %d in %s", own, m.Fonts)
		if own == 0 {
			f.State, f.Mend = Warning, "put fonts into "+m.Fonts+", or name another folder with --fonts"
		}
	}
	return f
}
