package doctor

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/fontfolder"
	"lectern/backend/convert/office"
	"lectern/backend/convert/process"
	"lectern/backend/sentence"
)

// engineTime is how long LibreOffice may take to start for the check.
const engineTime = time.Minute

func (m *Machine) checkConverter(context.Context) Finding {
	var version string
	program, err := process.FindConverter()
	if err == nil {
		version, err = process.ConverterVersion(program)
	}
	f := good(pdfCheck, plain(version))
	if err != nil {
		return f.failed(plain(err.Error()), buildRemedy)
	}
	return f
}

func (m *Machine) checkLibreOffice(ctx context.Context) Finding {
	folder := office.FindLibreOffice()
	f := good(officeCheck, sentence.New("found-libreoffice", "{version} in {path}").With("version", engineVersion(folder)).
		With("path", folder))
	err := m.tryLibreOffice(ctx)
	if failed, ok := errors.AsType[*convert.Error](err); ok && failed.Reason == convert.ReasonMachineLimit {
		return f.warned(failed.Sentence(), sentence.New("mend-limit", "raise that limit"))
	}
	if err != nil {
		return f.warned(engineCause(err), sentence.New("mend-no-libreoffice",
			"run 'make libreoffice', or set LECTERN_LIBREOFFICE to a folder that it created"))
	}
	return f
}

// engineCause returns the reason why LibreOffice does not start. It takes the reason from [convert.Error.Cause],
// because the sentence of a [convert.Error] does not contain it.
func engineCause(err error) sentence.Sentence {
	if failed, ok := errors.AsType[*convert.Error](err); ok {
		return sentence.New("found-no-libreoffice", "Office documents cannot be converted: LibreOffice cannot be used: {text}").
			With("text", failed.Cause())
	}
	return sentence.New("found-no-office", "Office documents cannot be converted: {text}").With("text", err.Error())
}

// tryLibreOffice starts LibreOffice as a conversion does.
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
	office := office.New(config, slog.New(slog.DiscardHandler))
	return errors.Join(office.Warm(ctx), office.Close(), os.RemoveAll(temp))
}

// engineVersion returns the version of LibreOffice. It reads the version from a file of Lectern's bundle. If there is
// no such file, it reads LibreOffice's own version file.
func engineVersion(folder string) string {
	if text, err := os.ReadFile(filepath.Join(folder, "version")); err == nil {
		first, _, _ := strings.Cut(string(text), "\n")
		return withoutPackageRevision(first)
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

// packageRevision matches what a package of a distribution adds to the version of its program: an epoch before it, and
// a revision after it.
var packageRevision = regexp.MustCompile(`\b\d+:|-\S+`)

// withoutPackageRevision returns "LibreOffice 25.2.3" for "LibreOffice 4:25.2.3-2+deb13u5".
func withoutPackageRevision(version string) string {
	return packageRevision.ReplaceAllString(version, "")
}

func (m *Machine) checkFonts(context.Context) Finding {
	bundled := fontfolder.Count(filepath.Join(office.FindLibreOffice(), "fonts"))
	detail := sentence.New("found-fonts", "{count} fonts come with LibreOffice").With("count", bundled)
	f := good(fontsCheck, detail)
	if bundled == 0 {
		detail = sentence.New("found-no-fonts", "no bundled fonts: documents use those of the system")
		f = f.warned(detail, libreOfficeRemedy)
	}
	if m.Fonts != "" {
		if info, err := os.Stat(m.Fonts); err != nil || !info.IsDir() {
			return f.failed(sentence.New("found-no-font-folder", "the folder {path} does not exist").With("path", m.Fonts), fontsRemedy)
		}
		if path := fontfolder.FindSpecial(m.Fonts); path != "" {
			return f.failed(sentence.New("found-special", "{path} is neither a file nor a folder").With("path", path),
				sentence.New("mend-special", "remove it, or choose another folder with --fonts"))
		}
		own := fontfolder.Count(m.Fonts)
		detail = sentence.New("found-own-fonts", "{bundled}, {count} in {path}").With("bundled", detail).With("count", own).With("path", m.Fonts)
		f.Detail = detail.Encode()
		if own == 0 {
			return f.warned(detail, sentence.New("mend-no-own-fonts", "put fonts into {path}, or choose another folder with "+
				"--fonts").
				With("path", m.Fonts))
		}
	}
	return f
}
