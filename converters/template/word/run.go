package word

import (
	"lectern/converters/template/core"
)

// plainRun returns a run of a text document with the given properties, which can be empty.
func plainRun(properties []byte) *core.Run {
	return &core.Run{Format: core.WordFormat(), Open: []byte("<w:r>"), Properties: properties, Text: []byte(`<w:t xml:space="preserve">`)}
}
