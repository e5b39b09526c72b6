package office

import (
	"fmt"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
)

// LibreOffice needs memory for each sheet of a workbook, even for empty ones. If there is not enough memory for all
// sheets, the conversion fails at once. If memory ran out later, threads of LibreOffice would end, and LibreOffice
// would wait for these threads.
//
// SECURITY.md, promise 17 (limits of converters)
func TestManySheets(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	cfg.Memory = 740 << 20
	office := openOffice(t, cfg)
	for sheets, want := range map[int]convert.Reason{200: "", 2000: convert.ReasonMemory} {
		var all []testSheet
		for i := range sheets {
			all = append(all, testSheet{name: fmt.Sprint("S", i), rows: 1, columns: 1})
		}
		_, err := office.Convert(t.Context(), Order{In: workbook(t, "", all...), Kind: filetype.Xlsx}, &result{})
		if converttest.ReasonOf(err) != want {
			t.Errorf("%d sheets: %v, want %q", sheets, err, want)
		}
	}
}
