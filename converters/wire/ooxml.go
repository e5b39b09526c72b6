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
