package document

import (
	convertoffice "lectern/backend/convert/office"
	"lectern/converters/wire"
)

// Found is what a report has of what is in a document beside its pages.
func Found(facts wire.Facts) []convertoffice.Fact {
	var report Report
	report.found(facts)
	return report.Facts
}

// Otherwise is what a report says of what pages show otherwise.
func Otherwise(facts wire.Facts) []string { return English(otherwise(facts)) }

// ShareLook is shareLook.
var ShareLook = shareLook
