package ooxml

import (
	"bytes"
	"io"
	"strconv"
	"strings"
)

const (
	lineLetters = 120     // of a line in small type
	maxKept     = 8 << 20 // bytes of the kept part
	pageHigh    = 24_000  // twentieths of a point: A3
)

// cuttable are the elements in which a text document may be cut between two
// paragraphs or rows; they are then closed.
var cuttable = map[string]bool{
	"document": true, "body": true, "sdt": true, "sdtContent": true, "customXml": true, "tbl": true,
}

// marksComment are the elements that name comments, which are left out. LibreOffice
// does not open a document that names one that is not there.
var marksComment = map[string]bool{"commentRangeStart": true, "commentRangeEnd": true, "commentReference": true}

// pageTotals are fields that no part of a document can tell.
var pageTotals = []string{"NUMPAGES", "SECTIONPAGES", "NUMWORDS", "NUMCHARS", "DOCPROPERTY PAGES"}

// wordCut is a text document that is being cut.
type wordCut struct {
	by       Measure
	out      bytes.Buffer
	names    [][]byte // of the elements that are open, with their prefixes
	locals   []string
	refs     references
	notes    map[string]bool // ids of the footnotes in what is kept
	fields   []bool          // open fields: whether the result has begun
	code     []byte          // of the field that is being read
	boxes    int             // open text boxes, whose text takes no room of its own
	inText   bool
	letters  int
	lines    int
	sections bytes.Buffer // what is kept of section properties
	unsafe   error
}

// cutText cuts a text document behind its first blocks.
func cutText(p *pack, main string, by Measure) (*partCopy, error) {
	if p.size(main) < by.Text {
		return nil, notCut("its text has %d bytes only", p.size(main))
	}
	relations, err := p.relations(main)
	if err != nil {
		return nil, err
	}
	part, err := p.open(main)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	w := &wordCut{by: by, refs: references{}, notes: map[string]bool{}}
	if err := w.cut(part, p.size(main)); err != nil {
		return nil, err
	}
	c := newCopy(p, w.keeps(main))
	c.changed[main] = w.out.Bytes()
	if err := cutNotes(c, of(relations, "footnotes"), w.notes); err != nil {
		return nil, err
	}
	return c, w.checkMargins(p, relations)
}

// cut fills out with the first blocks, and what has to come behind them.
func (w *wordCut) cut(part io.Reader, size int64) error {
	s := newScanner(part)
	for !w.enough() {
		t, err := s.next()
		if err == io.EOF {
			return notCut("its text ends too soon")
		}
		if err != nil {
			return err
		}
		if w.take(t); w.unsafe != nil {
			return w.unsafe
		}
		if w.out.Len() > maxKept {
			return notCut("its first page may be too large")
		}
	}
	section, err := findSection(io.MultiReader(bytes.NewReader(s.buf[s.pos:]), part), w.prefix()+"sectPr")
	if err != nil {
		return err
	}
	if float64(w.out.Len()) > w.by.Share*float64(size) {
		return notCut("what has to be kept is most of it")
	}
	if err := w.checkSections(section); err != nil {
		return err
	}
	w.finish(section)
	return nil
}

// prefix is the one of the document's own elements, with its colon.
func (w *wordCut) prefix() string {
	return strings.TrimSuffix(string(w.names[0]), "document")
}

// enough says whether the document can be cut here.
func (w *wordCut) enough() bool {
	if w.lines < w.by.Lines || w.boxes > 0 || len(w.locals) < 2 || w.locals[0] != "document" || w.locals[1] != "body" {
		return false
	}
	for _, local := range w.locals {
		if !cuttable[local] {
			return false
		}
	}
	for _, result := range w.fields {
		if !result {
			return false
		}
	}
	// Between a table's rows, and not before its first.
	return w.locals[len(w.locals)-1] != "sdt"
}

// take adds a token to what is kept.
func (w *wordCut) take(t token) {
	if !marksComment[string(t.local)] {
		w.out.Write(t.raw)
	}
	switch t.kind {
	case startTag:
		w.names = append(w.names, bytes.Clone(t.name))
		w.locals = append(w.locals, string(t.local))
		w.start(t)
	case emptyTag:
		w.start(t)
		w.end(string(t.local))
	case endTag:
		w.names = w.names[:len(w.names)-1]
		w.locals = w.locals[:len(w.locals)-1]
		w.end(string(t.local))
	case textRun:
		w.text(t)
	}
}

func (w *wordCut) start(t token) {
	w.refs.add(t)
	switch string(t.local) {
	case "t":
		w.inText = true
	case "txbxContent":
		w.boxes++
	case "altChunk", "subDoc":
		w.unsafe = notCut("it takes in other documents")
	case "footnoteReference":
		w.notes[t.value("id")] = true
	case "fldChar":
		w.field(t.value("fldCharType"))
	case "fldSimple":
		w.checkField(t.value("instr"))
	case "cols", "pgSz":
		w.sections.Write(t.raw)
	}
}

func (w *wordCut) end(local string) {
	switch local {
	case "t":
		w.inText = false
	case "txbxContent":
		w.boxes--
	case "p", "tr":
		if w.boxes == 0 && w.betweenBlocks() {
			w.lines += 1 + w.letters/lineLetters
			w.letters = 0
		}
	}
}

// betweenBlocks says whether what has ended was a paragraph or row by itself, not one
// in a cell beside others.
func (w *wordCut) betweenBlocks() bool {
	for _, local := range w.locals {
		if local == "tc" {
			return false
		}
	}
	return true
}

func (w *wordCut) text(t token) {
	switch {
	case w.inText && w.boxes == 0:
		w.letters += len(t.raw)
	case len(w.fields) > 0 && len(w.code) < maxMarkup && len(w.locals) > 0 && w.locals[len(w.locals)-1] == "instrText":
		w.code = append(w.code, t.raw...)
	}
}

// field notes how far a field has come. Those that are open where the document is cut
// are closed.
func (w *wordCut) field(step string) {
	last := len(w.fields) - 1
	switch {
	case step == "begin":
		w.fields, w.code = append(w.fields, false), nil
	case last < 0:
	case step == "separate":
		w.checkField(string(w.code))
		w.fields[last], w.code = true, nil
	case step == "end":
		w.checkField(string(w.code))
		w.fields, w.code = w.fields[:last], nil
	}
}

func (w *wordCut) checkField(code string) {
	if countsPages(code) {
		w.unsafe = notCut("it tells how many pages there are")
	}
}

func countsPages(code string) bool {
	code = strings.Join(strings.Fields(strings.ToUpper(strings.ReplaceAll(code, `"`, ""))), " ")
	for _, field := range pageTotals {
		if strings.HasPrefix(code, field) {
			return true
		}
	}
	return false
}

// checkSections looks for what makes pages hold more than is reckoned with.
func (w *wordCut) checkSections(section []byte) error {
	var wrong error
	s := newScanner(io.MultiReader(bytes.NewReader(w.sections.Bytes()), bytes.NewReader(section)))
	for {
		t, err := s.next()
		if err != nil {
			return wrong
		}
		w.refs.add(t)
		number := func(name string) int {
			n, _ := strconv.Atoi(t.value(name))
			return n
		}
		switch string(t.local) {
		case "cols":
			if number("num") > 2 {
				wrong = notCut("it has %d columns", number("num"))
			}
		case "pgSz":
			if number("h") > pageHigh {
				wrong = notCut("its pages are large")
			}
		}
	}
}

// finish closes what is open, fields too, and adds the properties of the section.
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

// byName are the kinds of relationships that only parts with their id in the text
// use; the others, such as styles, hold for the whole document.
var byName = map[string]bool{
	"image": true, "chart": true, "chartEx": true, "diagramData": true, "diagramLayout": true, "diagramQuickStyle": true,
	"diagramColors": true, "diagramDrawing": true, "oleObject": true, "package": true, "header": true, "footer": true,
	"hyperlink": true, "control": true, "aFChunk": true, "subDocument": true, "frame": true, "video": true, "audio": true,
	"media": true, "slicer": true, "hdphoto": true, "model3d": true, "ink": true, "customXml": false,
}

// keeps says which relationships of the document are needed by what is kept of it.
func (w *wordCut) keeps(main string) func(string, relation) bool {
	return func(part string, r relation) bool {
		return part != main || !byName[r.kind] || w.refs[r.id]
	}
}

// checkMargins looks for page totals in the headers and footers of what is kept.
func (w *wordCut) checkMargins(p *pack, relations []relation) error {
	for _, r := range relations {
		if r.kind != "header" && r.kind != "footer" || !w.refs[r.id] {
			continue
		}
		var code []byte
		total, inCode := false, false
		err := p.scan(r.key, func(t token) bool {
			switch local := string(t.local); {
			case t.kind == textRun && inCode:
				code = append(code, t.raw...)
			case local == "fldSimple":
				total = total || countsPages(t.value("instr"))
			case local == "fldChar":
				total = total || countsPages(string(code))
				code = code[:0]
			case local == "instrText":
				inCode = t.kind == startTag
			}
			return !total && len(code) < maxMarkup
		})
		if err != nil {
			return err
		}
		if total {
			return notCut("its margins tell how many pages there are")
		}
	}
	return nil
}

// findSection gives the next element of that name, whole, or nothing where there is
// none. It looks at the bytes only, which is many times as fast as reading the markup:
// '<' can stand for itself only in comments and the like, and with those it gives up.
func findSection(r io.Reader, name string) ([]byte, error) {
	mark, other := []byte("<"+name), []byte("<!")
	buf := make([]byte, 0, 256<<10)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err != nil && err != io.EOF {
			return nil, err
		}
		if at := bytes.Index(buf, other); at >= 0 {
			return nil, notCut("its text has comments in its markup")
		}
		if at := bytes.Index(buf, mark); at >= 0 {
			return element(io.MultiReader(bytes.NewReader(buf[at:]), r))
		}
		if err == io.EOF {
			return nil, nil
		}
		if keep := len(mark); len(buf) > keep {
			buf = buf[:copy(buf, buf[len(buf)-keep:])]
		}
	}
}

// element gives the element that the input begins with.
func element(r io.Reader) ([]byte, error) {
	var out []byte
	for s := newScanner(r); ; {
		t, err := s.next()
		if err != nil {
			return nil, refusedEnd(err)
		}
		out = append(out, t.raw...)
		if s.depth == 0 {
			return out, nil
		}
		if len(out) > maxMarkup {
			return nil, errMarkup
		}
	}
}

func refusedEnd(err error) error {
	if err == io.EOF {
		return errMarkup
	}
	return err
}

// notesWorth is from which length on footnotes are cut, too.
const notesWorth = 100 << 10

// cutNotes keeps the footnotes up to the last one that is referred to: LibreOffice
// knows them by their order.
func cutNotes(c *partCopy, key string, wanted map[string]bool) error {
	if c.from.size(key) < notesWorth {
		return nil
	}
	var out []byte
	var root string
	last, depth := 0, 0
	missing := len(wanted)
	err := c.from.scan(key, func(t token) bool {
		out = append(out, t.raw...)
		switch t.kind {
		case startTag:
			if depth++; depth == 1 {
				root = string(t.name)
			} else if depth == 2 && wanted[t.value("id")] {
				missing--
			}
		case endTag:
			depth--
		}
		if depth == 1 {
			last = len(out)
		}
		return (missing > 0 || depth != 1) && len(out) < maxPart
	})
	if err != nil || missing > 0 {
		return err // they stay whole
	}
	c.changed[key] = append(out[:last], "</"+root+">"...)
	return nil
}
