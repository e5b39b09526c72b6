package wire

// # Cut copies
//
// `lectern-converter ooxml [--memory=BYTES] [--all] cut TYPE` writes a copy of a document that only has the content for
// page 1. Standard input is the document, and standard output an empty file; both must be regular files. TYPE is the
// document's extension. With --all, every document of more than a page is cut, for tests. The exit status is 0 if the
// copy was written, [OOXMLNotCut] if the document should not be cut (the reason is on standard error), and another one
// if an error occurred.
const (
	OOXMLCut    = "cut"
	OOXMLNotCut = 3
)

// # Images that are too large
//
// `lectern-converter ooxml [--memory=BYTES] without-large TYPE` writes a copy of a document without the images that are
// too large to be drawn. Input and output are the same as for cut. The exit status is [OOXMLNotCut] if there are no
// such images.
const OOXMLWithoutLarge = "without-large"

// # Facts
//
// `lectern-converter ooxml [--memory=BYTES] facts TYPE` prints the [Facts] of a document as JSON. Standard input is the
// document, a regular file. TYPE is the extension of any Office type, including the binary formats.
const OOXMLFacts = "facts"

// # Nesting
//
// `lectern-converter ooxml [--memory=BYTES] --max-nesting=LEVELS nesting` checks whether the XML elements of a
// document, or the groups of an RTF, are nested more than LEVELS deep. Standard input is the document, a regular file.
// The exit status is [OOXMLTooDeep] if so, 1 if an RTF declares more bytes of binary data than it has, and 0 otherwise,
// even for damaged documents and other formats.
//
// With nestings instead of nesting, the process checks several documents. Each is the payload of a frame with an empty
// header on standard input. The answer is a frame on standard output whose header is a [NestingAnswer]. The process
// ends at the end of its input.
const (
	OOXMLNesting  = "nesting"
	OOXMLNestings = "nestings"
	OOXMLTooDeep  = 4
)

// NestingAnswer is the result for one of several documents: the exit status and the standard error that the command
// nesting would have for this document.
type NestingAnswer struct {
	Status int    `json:"status,omitempty"`
	Stderr string `json:"said,omitempty"`
}

// Facts are properties of an Office document that its pages do not show.
type Facts struct {
	// Fonts are the names of the fonts that the text requests, sorted. They are only known for Office Open XML.
	Fonts []string `json:"fonts,omitempty"`
	// Links are the external contents that Office programs would fetch when they open the document.
	Links []FactLink `json:"links,omitempty"`
	// Macros and Signed report whether the document has macros, and whether it has a digital signature.
	Macros bool `json:"macros,omitempty"`
	Signed bool `json:"signed,omitempty"`
	// The numbers of embedded objects, comments, speaker notes, and hidden sheets and slides.
	Embedded     int `json:"embedded,omitempty"`
	Comments     int `json:"comments,omitempty"`
	Notes        int `json:"notes,omitempty"`
	HiddenSheets int `json:"hiddenSheets,omitempty"`
	HiddenSlides int `json:"hiddenSlides,omitempty"`
	// The numbers of videos and sounds, which are not played, and of charts that are not drawn.
	Videos int `json:"films,omitempty"`
	Charts int `json:"charts,omitempty"`
	// Filters reports whether the document has slicers or timelines, and Sparklines whether it has charts in cells;
	// both are not drawn. Changes reports whether it has tracked changes, which are drawn with their marks.
	Filters    bool `json:"filters,omitempty"`
	Sparklines bool `json:"sparklines,omitempty"`
	Changes    bool `json:"changes,omitempty"`
	// Inserted are the names of inserted files whose content is not drawn, sorted.
	Inserted []string `json:"inserted,omitempty"`
	// MacroSheets are sheets with Excel 4 macros, and Connections the external data sources.
	MacroSheets []FactSheet      `json:"macroSheets,omitempty"`
	Connections []FactConnection `json:"connections,omitempty"`
	// DialogSheets are the names of dialog sheets, which are not drawn.
	DialogSheets []string `json:"dialogSheets,omitempty"`
	// Controls are the classes of ActiveX controls and add-ins, or "unknown".
	Controls []string `json:"controls,omitempty"`
	// Pictures are images that are not drawn completely. UncheckedPictures is the number of images that were not
	// checked completely, because they are large or many, or their format has no check.
	Pictures          []FactPicture `json:"pictures,omitempty"`
	UncheckedPictures int           `json:"uncheckedPictures,omitempty"`
	// BrokenObjects is the number of objects with invalid data that are embedded in an RTF document.
	BrokenObjects int `json:"brokenObjects,omitempty"`
	// Unread are the reasons why these properties may be incomplete, each as the end of a sentence.
	Unread []string `json:"unread,omitempty"`
}

// FactLink is external content of a document.
type FactLink struct {
	// Kind is the kind of relationship in terms of the format, such as "image", "attachedTemplate", "oleObject" or
	// "externalLinkPath".
	Kind string `json:"kind"`
	// Target is the address as written, truncated to [MaxTarget] bytes. It is empty if unknown.
	Target string `json:"target,omitempty"`
}

// FactSheet is a sheet of a workbook. Hidden includes sheets that only a macro can show.
type FactSheet struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
}

// FactConnection is an external data source with its name in the document. Refresh reports whether Office programs
// query it when they open the document.
type FactConnection struct {
	Name    string `json:"name"`
	Refresh bool   `json:"refresh,omitempty"`
}

// FactPicture is an image that is not drawn completely. Name is the name of the image's part, the name of the reference
// to the image, or the number of the image.
type FactPicture struct {
	Name  string `json:"name"`
	Fault string `json:"fault"` // one of the Picture constants
}

// Faults of images.
const (
	PictureMissing    = "missing"    // the image is not in the document
	PictureDamaged    = "damaged"    // the image cannot be decoded completely
	PictureUnreadable = "unreadable" // the format is not drawn
	PictureLarge      = "large"      // the image has too many pixels to be drawn
)

// Limits of [Facts]: number of entries in a list, bytes of a name or target, and bytes of all facts as JSON.
const (
	MaxFacts     = 200
	MaxTarget    = 500
	MaxFactsJSON = 4 << 20
)
