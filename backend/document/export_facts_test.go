package document

import "lectern/converters/wire"

// Otherwise is what a report says of what pages show otherwise.
func Otherwise(facts wire.Facts) []string { return English(otherwise(facts)) }
