package office

import (
	"fmt"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
)

// A workbook of many sheets takes memory for each of them, even for empty ones. It is converted
// in that much, and fails at once where it would need more than it may have: on the way the
// engine's threads would end, and be waited for. promise 17
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
		_, err := office.Convert(t.Context(), Order{In: workbook(t, "", all...), Kind: filetype.Xlsx}, (&result{}).collect)
		if converttest.ReasonOf(err) != want {
			t.Errorf("%d sheets: %v, want %q", sheets, err, want)
		}
	}
}
