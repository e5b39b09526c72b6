package pdf

import (
	"log/slog"

	"lectern/backend/convert/process"
)

// Version is the renderer and its version, such as "MuPDF 1.28.0"; empty where the
// converter does not tell it. The converter is asked once.
func (p *Reader) Version() string { return p.version() }

func (p *Reader) askVersion() string {
	version, err := process.ConverterVersion(p.cfg.Converter)
	if err != nil {
		p.log.Warn("the version of the PDF converter is unknown", slog.Any("error", err))
	}
	return version
}
