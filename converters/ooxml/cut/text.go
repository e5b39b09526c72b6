package cut

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"lectern/converters/ooxml/opc"
)

const (
	lettersPerLine = 120     // characters of a line in a small font
	maxKept        = 8 << 20 // size limit of the kept text in bytes
	maxPageHeight  = 24_000  // height of A3 in twentieths of a point; documents with higher pages are not cut
)

// cuttable are the elements in which a text document may be cut between two paragraphs or rows. They are closed at the
// cut.
var cuttable = map[string]bool{
	"document": true, "body": true, "sdt": true, "sdtContent": true, "customXml": true, "tbl": true,
}

// commentElements are the elements that refer to comments, which are left out. LibreOffice does not open a document
// that refers to a missing comment.
var commentElements = map[string]bool{"commentRangeStart": true, "commentRangeEnd": true, "commentReference": true}

// wordCut is the state of cutting a text document.
type wordCut struct {
	limits       Limits
	out          bytes.Buffer
	names        [][]byte // names of the open elements with prefix
	localNames   []string
	refs         relationIDs
	notes        map[string]bool // ids of the footnotes in the kept text
	fields       []bool          // open fields; true once the result has begun
	code         []byte          // code of the current field
	codeRanges   [][2]int        // positions of the code in out
	bookmarks    map[string]bool // names of the bookmarks in the kept text
	bookmarkRefs []bookmarkRef
	boxes        int // number of open text boxes, whose text does not count as lines of the page
	inText       bool
	letters      int
	lines        int
	sections     bytes.Buffer // section properties in the kept text
	err          error
}

// cutText cuts a text document after its first blocks.
func cutText(p *opc.Package, main string, limits Limits) (*partCopy, error) {
	if p.Size(main) < limits.MinText {
		return nil, notCut("its text has only %d bytes", p.Size(main))
	}
	relations, err := p.Relations(main)
	if err != nil {
		return nil, err
	}
	part, err := p.Open(main)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	w := &wordCut{limits: limits, refs: relationIDs{}, notes: map[string]bool{}, bookmarks: map[string]bool{}}
	if err := w.cut(part, p.Size(main)); err != nil {
		return nil, err
	}
	c := newCopy(p, w.neededRelations(main))
	c.changed[main] = w.out.Bytes()
	if err := cutNotes(c, opc.RelatedPart(relations, "footnotes"), w.notes); err != nil {
		return nil, err
	}
	return c, w.checkMargins(p, relations)
}

// cut writes the first blocks to out, and the elements that must follow them.
func (w *wordCut) cut(part io.Reader, size int64) error {
	s := opc.NewScanner(part)
	for !w.canCutHere() {
		t, err := s.Next()
		if errors.Is(err, io.EOF) {
			return notCut("its text ends too soon")
		}
		if err != nil {
			return err
		}
		if w.copyToken(t); w.err != nil {
			return w.err
		}
		if w.out.Len() > maxKept {
			return notCut("its first page may be too large")
		}
	}
	section, err := findSection(io.MultiReader(bytes.NewReader(s.Unread()), part), w.prefix()+"sectPr")
	if err != nil {
		return err
	}
	if float64(w.out.Len()) > w.limits.MaxShare*float64(size) {
		return notCut("most of it must be kept")
	}
	if err := w.checkSections(section); err != nil {
		return err
	}
	w.blankLostReferences()
	w.finish(section)
	return nil
}

// prefix returns the namespace prefix of the document's elements with its colon, such as "w:".
func (w *wordCut) prefix() string {
	return strings.TrimSuffix(string(w.names[0]), "document")
}

// canCutHere reports whether the document can be cut here.
func (w *wordCut) canCutHere() bool {
	if w.lines < w.limits.KeptLines || w.boxes > 0 || len(w.localNames) < 2 || w.localNames[0] != "document" || w.localNames[1] != "body" {
		return false
	}
	for _, local := range w.localNames {
		if !cuttable[local] {
			return false
		}
	}
	for _, result := range w.fields {
		if !result {
			return false
		}
	}
	// A table can be cut between two rows, but not before its first row.
	return w.localNames[len(w.localNames)-1] != "sdt"
}

// copyToken copies a token to out.
func (w *wordCut) copyToken(t opc.Token) {
	if !commentElements[string(t.Local)] {
		w.out.Write(t.Raw)
	}
	switch t.Kind {
	case opc.StartTag:
		w.names = append(w.names, bytes.Clone(t.Name))
		w.localNames = append(w.localNames, string(t.Local))
		w.startElement(t)
	case opc.EmptyTag:
		w.startElement(t)
		w.endElement(string(t.Local))
	case opc.EndTag:
		w.names = w.names[:len(w.names)-1]
		w.localNames = w.localNames[:len(w.localNames)-1]
		w.endElement(string(t.Local))
	case opc.TextRun:
		w.text(t)
	}
}

func (w *wordCut) startElement(t opc.Token) {
	w.refs.add(t)
	switch string(t.Local) {
	case "t":
		w.inText = true
	case "txbxContent":
		w.boxes++
	case "altChunk", "subDoc":
		w.err = notCut("it includes other documents")
	case "footnoteReference":
		w.notes[t.Value("id")] = true
	case "fldChar":
		w.field(t.Value("fldCharType"))
	case "fldSimple":
		w.simpleField(t)
	case "bookmarkStart":
		w.bookmarks[t.Value("name")] = true
	case "cols", "pgSz":
		w.sections.Write(t.Raw)
	}
}

func (w *wordCut) endElement(local string) {
	switch local {
	case "t":
		w.inText = false
	case "txbxContent":
		w.boxes--
	case "p", "tr":
		if w.boxes == 0 && w.betweenBlocks() {
			w.lines += 1 + w.letters/lettersPerLine
			w.letters = 0
		}
	}
}

// betweenBlocks reports whether a paragraph or a row outside of all table cells has just ended.
func (w *wordCut) betweenBlocks() bool {
	for _, local := range w.localNames {
		if local == "tc" {
			return false
		}
	}
	return true
}

func (w *wordCut) text(t opc.Token) {
	switch {
	case w.inText && w.boxes == 0:
		w.letters += len(t.Raw)
	case len(w.fields) > 0 && len(w.code) < opc.MaxMarkup && len(w.localNames) > 0 && w.localNames[len(w.localNames)-1] == "instrText":
		w.code = append(w.code, t.Raw...)
		w.codeRanges = append(w.codeRanges, [2]int{w.out.Len() - len(t.Raw), w.out.Len()})
	}
}

// finish closes open fields and elements and adds the section properties.
func (w *wordCut) finish(section []byte) {
	prefix := w.prefix()
	for i := len(w.names) - 1; i > 1; i-- {
		w.out.WriteString("</" + string(w.names[i]) + ">")
	}
	w.out.WriteString("<" + prefix + "p>")
	for range w.fields {
		w.out.WriteString("<" + prefix + "r><" + prefix + "fldChar " + prefix + `fldCharType="end"/></` + prefix + "r>")
	}
	w.out.WriteString("</" + prefix + "p>")
	w.out.Write(section)
	w.out.WriteString("</" + prefix + "body></" + prefix + "document>")
}

// usedByID are the kinds of relationships that are only used where the text has their id. Other relationships, such as
// those to styles, apply to the whole document.
var usedByID = map[string]bool{
	"image": true, "chart": true, "chartEx": true, "diagramData": true, "diagramLayout": true, "diagramQuickStyle": true,
	"diagramColors": true, "diagramDrawing": true, "oleObject": true, "package": true, "header": true, "footer": true,
	"hyperlink": true, "control": true, "aFChunk": true, "subDocument": true, "frame": true, "video": true, "audio": true,
	"media": true, "slicer": true, "hdphoto": true, "model3d": true, "ink": true, "customXml": false,
}

// neededRelations returns a function that reports whether a relationship of the document is needed by the kept text.
func (w *wordCut) neededRelations(main string) func(string, opc.Relation) bool {
	return func(part string, r opc.Relation) bool {
		return part != main || !usedByID[r.Kind] || w.refs[r.Id]
	}
}
