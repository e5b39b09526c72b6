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

// NestingAnswer says of one of several documents what a process for it alone would: the
// status to leave with, and what is on standard error.
type NestingAnswer struct {
	Status int    `json:"status,omitempty"`
	Said   string `json:"said,omitempty"`
}

// Facts are what a document has that does not show in its pages.
type Facts struct {
	// Fonts are the names of those that its text asks for, sorted; of spreadsheets,
	// texts and presentations in packages only.
	Fonts []string `json:"fonts,omitempty"`
	// Links are what a program would fetch when it opens the document.
	Links []FactLink `json:"links,omitempty"`
	// Macros and Signed say that it has macros, and a digital signature.
	Macros bool `json:"macros,omitempty"`
	Signed bool `json:"signed,omitempty"`
	// Embedded counts the objects of other programs in it, Comments and Notes what
	// readers and speakers have written, HiddenSheets and HiddenSlides what is not shown.
	Embedded     int `json:"embedded,omitempty"`
	Comments     int `json:"comments,omitempty"`
	Notes        int `json:"notes,omitempty"`
	HiddenSheets int `json:"hiddenSheets,omitempty"`
	HiddenSlides int `json:"hiddenSlides,omitempty"`
	// Films counts the films and sounds, which are not played, and Charts those that are not drawn.
	Films  int `json:"films,omitempty"`
	Charts int `json:"charts,omitempty"`
	// Filters and Sparklines say that it has slicers or timelines, and charts within cells, which
	// are not drawn, and Changes that it has tracked ones, which are shown with their marks.
	Filters    bool `json:"filters,omitempty"`
	Sparklines bool `json:"sparklines,omitempty"`
	Changes    bool `json:"changes,omitempty"`
	// Inserted are the names of files of which the content was inserted and is left out, sorted.
	Inserted []string `json:"inserted,omitempty"`
	// MacroSheets are sheets with macros of Excel 4, and Connections the sources that a program asks for data.
	MacroSheets []FactSheet      `json:"macroSheets,omitempty"`
	Connections []FactConnection `json:"connections,omitempty"`
	// DialogSheets are the names of sheets that a program shows as windows; they are not drawn.
	DialogSheets []string `json:"dialogSheets,omitempty"`
	// Controls has the class of each ActiveX control and each add-in; "unknown" where it cannot be told.
	Controls []string `json:"controls,omitempty"`
	// Pictures are those of which a reader sees less than their author, and UncheckedPictures counts those that were not
	// looked at to their end, as they are large, many, or in a form that is not looked into.
	Pictures          []FactPicture `json:"pictures,omitempty"`
	UncheckedPictures int           `json:"uncheckedPictures,omitempty"`
	// BrokenObjects counts the embedded objects of an RTF whose data cannot be read.
	BrokenObjects int `json:"brokenObjects,omitempty"`
	// Unread say, each as the end of a sentence, why facts may be missing.
	Unread []string `json:"unread,omitempty"`
}

// FactLink is something outside of a document that belongs to it.
type FactLink struct {
	// Kind is the relationship's in the words of the format, such as "image",
	// "attachedTemplate", "oleObject", "externalLinkPath".
	Kind string `json:"kind"`
	// Target is its address, as it is written, shortened to [MaxTarget] bytes; empty where it
	// cannot be told.
	Target string `json:"target,omitempty"`
}

// FactSheet is a sheet of a workbook. It is Hidden also where only a macro can show it.
type FactSheet struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
}

// FactConnection is a source of data, by the name that the document gives it. With Refresh a program asks it when it
// opens the document.
type FactConnection struct {
	Name    string `json:"name"`
	Refresh bool   `json:"refresh,omitempty"`
}

// FactPicture is a picture that shows less than it should, by the name of its part, by that of the reference to it, or by
// its number.
type FactPicture struct {
	Name  string `json:"name"`
	Fault string `json:"fault"` // one of the constants
}

// What is wrong with a picture.
const (
	PictureMissing    = "missing"    // it is not in the document
	PictureDamaged    = "damaged"    // it cannot be decoded, or not to its end
	PictureUnreadable = "unreadable" // it is in no form that is drawn
	PictureLarge      = "large"      // it has more pixels than are drawn
)

// The bounds of facts: how many of a list, and bytes of a name, a target, and of all as JSON.
const (
	MaxFacts     = 200
	MaxTarget    = 500
	MaxFactsJSON = 4 << 20
)
