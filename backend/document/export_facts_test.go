package document

import (
	"lectern/backend/convert"
	"lectern/converters/wire"
)

// Found is what a report has of what is in a document beside its pages.
func Found(facts wire.Facts) []convert.Fact {
	var report Report
	report.found(facts)
	return report.Facts
}

// Otherwise is what a report says of what pages show otherwise.
func Otherwise(facts wire.Facts) []string { return English(otherwise(facts)) }

// ShareLook is shareLook.
var ShareLook = shareLook
