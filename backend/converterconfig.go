package backend

import (
	"fmt"
	"time"

	"lectern/backend/convert"
)

// idle is how long a converter process without work is kept.
const idle = 3 * time.Minute

// ConverterConfig finds the converters and gives them the configured bounds; temp
// is a private folder for their work.
func ConverterConfig(config Config, temp string) (convert.Config, error) {
	if hasControl(temp) {
		return convert.Config{}, fmt.Errorf("the folder for temporary files, %q, has a line break, a tab or another control character, which converters cannot be told: set TMPDIR to another folder", temp)
	}
	config.Data, config.TLSCert, config.TLSKey = "", "", "" // which are no matter of converters
	if err := config.ValidateHere(); err != nil {
		return convert.Config{}, err
	}
	converter, err := convert.FindConverter()
	if err != nil {
		return convert.Config{}, err
	}
	return convert.Config{
		Converter:   converter,
		LibreOffice: convert.FindLibreOffice(),
		Soffice:     convert.FindSoffice(),
		Fonts:       config.Fonts,
		TempDir:     temp,
		Deadline:    config.Deadline,
		Memory:      config.Memory,
		Workers:     config.Workers,
		MaxPages:    config.MaxPages,
		MaxSide:     config.MaxSide,
		MaxPixels:   config.MaxPixels,
		MaxSVG:      config.MaxSVG,
		MaxNesting:  config.MaxNesting,
		Idle:        idle,
	}, nil
}
