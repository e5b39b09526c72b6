package objects

import (
	"lectern/converters/template/markup"
)

// Content type, relationship type and empty markup of the numbering definitions part (ECMA-376, part 1, 11.3.11).
const (
	NumberingType     = "application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"
	NumberingRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering"
	EmptyNumbering    = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:numbering ` +
		`xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:numbering>`
)

// AppendLists returns a numbering part with additional definitions and lists. All definitions must precede all lists.
func AppendLists(host []markup.Token, definitions, lists []byte) (merged []byte) {
	root, own := markup.RootElements(host)
	for i := range root + 1 {
		merged = append(merged, host[i].Raw...)
	}
	placed := false
	for _, c := range own {
		if !placed && c.Name != "w:abstractNum" && c.Name != "w:numPicBullet" {
			merged, placed = append(merged, definitions...), true
		}
		if c.Name == "w:numIdMacAtCleanup" {
			merged, lists = append(merged, lists...), nil
		}
		merged = append(merged, c.Raw...)
	}
	if !placed {
		merged = append(merged, definitions...)
	}
	return append(append(merged, lists...), "</w:numbering>"...)
}
