package wire

// # Looking into a package
//
// `lectern-converter ooxml [--memory=BYTES] [--all] cut TYPE` makes a cut copy of a
// document: what its page 1 needs. Standard input is the document, a file;
// standard output is a file, empty, that it fills. TYPE is the document's extension.
// With --all it is cut where it is longer than a page, to see whether that is right. It leaves with status 0 where the copy is made,
// with [OOXMLNotCut] where the document is not to be cut, and the reason is on
// standard error, and with another one where it failed.
const (
	OOXMLCut    = "cut"
	OOXMLNotCut = 3
)

// # Pictures that are too large
//
// `lectern-converter ooxml [--memory=BYTES] without-large TYPE` makes a copy of a document without the pictures that are too
// large to be drawn, as cut does. It leaves with [OOXMLNotCut] where there is none.
const OOXMLWithoutLarge = "without-large"

// # Facts
//
// `lectern-converter ooxml [--memory=BYTES] facts TYPE` prints [Facts] of the document
// that is its standard input, a file, as JSON. TYPE is any of the Office types, those
// that are no packages, too.
const OOXMLFacts = "facts"

// # Nesting
//
// `lectern-converter ooxml [--memory=BYTES] --max-nesting=LEVELS nesting` looks whether
// the document that is its standard input, a file, has elements within elements, or groups
// of an RTF within groups, more than LEVELS deep: it leaves with [OOXMLTooDeep] if so, and
// with 1 where an RTF announces more bytes than it has, and with status 0 otherwise, also
// where the document is broken in other ways or of another form.
//
// With nestings instead it does so for one document after the other: each comes on standard
// input as the payload of a frame with an empty header, and is answered on standard output with
// a frame whose header is a [NestingAnswer]. It ends with its input.
const (
	OOXMLNesting  = "nesting"
	OOXMLNestings = "nestings"
	OOXMLTooDeep  = 4
)

// NestingAnswer is the result for one of several documents: the exit status and standard error of a process for this document
// alone.
type NestingAnswer struct {
	Status int    `json:"status,omitempty"`
	Said   string `json:"said,omitempty"`
}

// Facts are facts of a document that its pages do not show.
type Facts struct {
	// Fonts are the names of the fonts that the text requests, sorted. They are only known for Office Open XML.
	Fonts []string `json:"fonts,omitempty"`
	// Links are the external contents that a program would fetch when it opens the document.
	Links []FactLink `json:"links,omitempty"`
	// Macros and Signed report whether it has macros and a digital signature.
	Macros bool `json:"macros,omitempty"`
	Signed bool `json:"signed,omitempty"`
	// The numbers of embedded objects, comments, speaker notes, and hidden sheets and slides.
	Embedded     int `json:"embedded,omitempty"`
	Comments     int `json:"comments,omitempty"`
	Notes        int `json:"notes,omitempty"`
	HiddenSheets int `json:"hiddenSheets,omitempty"`
	HiddenSlides int `json:"hiddenSlides,omitempty"`
	// The numbers of videos and sounds, which are not played, and of charts that are not drawn.
	Films  int `json:"films,omitempty"`
	Charts int `json:"charts,omitempty"`
	// Filters reports whether it has slicers or timelines, and Sparklines whether it has charts in cells; both are not drawn.
	// Changes reports whether it has tracked changes, which are drawn with their marks.
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
	// Pictures are images that are not drawn completely. UncheckedPictures is the number of images that were not checked
	// completely, because they are large or many, or their format has no check.
	Pictures          []FactPicture `json:"pictures,omitempty"`
	UncheckedPictures int           `json:"uncheckedPictures,omitempty"`
	// BrokenObjects is the number of embedded objects of an RTF with invalid data.
	BrokenObjects int `json:"brokenObjects,omitempty"`
	// Unread are the reasons why facts may be missing, each as the end of a sentence.
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

// FactConnection is an external data source with its name in the document. Refresh reports whether a program queries it when
// it opens the document.
type FactConnection struct {
	Name    string `json:"name"`
	Refresh bool   `json:"refresh,omitempty"`
}

// FactPicture is an image that is not drawn completely. Name is the name of its part, of the reference to it, or its number.
type FactPicture struct {
	Name  string `json:"name"`
	Fault string `json:"fault"` // one of the constants
}

// Faults of images.
const (
	PictureMissing    = "missing"    // the image is not in the document
	PictureDamaged    = "damaged"    // the image cannot be decoded completely
	PictureUnreadable = "unreadable" // the format is not drawn
	PictureLarge      = "large"      // the image has too many pixels to be drawn
)

// Limits of facts: entries of a list, bytes of a name or target, and bytes of all facts as JSON.
const (
	MaxFacts     = 200
	MaxTarget    = 500
	MaxFactsJSON = 4 << 20
)
