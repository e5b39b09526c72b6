package cut

import (
	"bytes"
	"strings"

	"lectern/converters/ooxml/opc"
)

// pageTotals are fields whose value depends on the whole document.
var pageTotals = []string{"NUMPAGES", "SECTIONPAGES", "NUMWORDS", "NUMCHARS", "DOCPROPERTY PAGES"}

// field updates the list of open fields for a mark of a field: "begin", "separate" or "end". The method finish closes
// the fields that are open at the cut.
func (w *wordCut) field(step string) {
	last := len(w.fields) - 1
	switch {
	case step == "begin":
		w.fields, w.code, w.codeRanges = append(w.fields, false), nil, nil
	case last < 0:
	case step == "separate":
		w.checkField(string(w.code))
		w.fields[last], w.code, w.codeRanges = true, nil, nil
	case step == "end":
		w.checkField(string(w.code))
		w.fields, w.code, w.codeRanges = w.fields[:last], nil, nil
	}
}

func (w *wordCut) checkField(code string) {
	if countsPages(code) {
		w.err = notCut("it shows the page count")
	}
	words := strings.Fields(code)
	if len(words) > 1 && len(w.bookmarkRefs) < opc.MaxRelations {
		switch strings.ToUpper(words[0]) {
		case "REF", "PAGEREF":
			w.bookmarkRefs = append(w.bookmarkRefs, bookmarkRef{strings.Trim(words[1], `"`), w.codeRanges})
		}
	}
}

// simpleField records a field whose code is an attribute.
func (w *wordCut) simpleField(t opc.Token) {
	var code []byte
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		if bytes.HasSuffix(name, []byte("instr")) {
			code = value
		}
	})
	w.codeRanges = nil
	if at := bytes.Index(t.Raw, code); at >= 0 {
		start := w.out.Len() - len(t.Raw) + at
		w.codeRanges = [][2]int{{start, start + len(code)}}
	}
	w.checkField(opc.Unescape(code))
	w.codeRanges = nil
}

// bookmarkRef is a field that shows the content of a bookmark.
type bookmarkRef struct {
	bookmark   string
	codeRanges [][2]int // positions of its code in the kept text
}

// blankLostReferences blanks the code of references to bookmarks that are cut off, so that they show their stored
// result. LibreOffice would show an error otherwise.
func (w *wordCut) blankLostReferences() {
	for _, r := range w.bookmarkRefs {
		if w.bookmarks[r.bookmark] {
			continue
		}
		for _, place := range r.codeRanges {
			text := w.out.Bytes()[place[0]:place[1]]
			for i := range text {
				text[i] = ' '
			}
		}
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

// checkMargins checks that the kept headers and footers contain no page totals.
func (w *wordCut) checkMargins(p *opc.Package, relations []opc.Relation) error {
	for _, r := range relations {
		if r.Kind != "header" && r.Kind != "footer" || !w.refs[r.Id] {
			continue
		}
		var code []byte
		total, inCode := false, false
		err := p.Scan(r.Key, func(t opc.Token) bool {
			switch local := string(t.Local); {
			case t.Kind == opc.TextRun && inCode:
				code = append(code, t.Raw...)
			case local == "fldSimple":
				total = total || countsPages(t.Value("instr"))
			case local == "fldChar":
				total = total || countsPages(string(code))
				code = code[:0]
			case local == "instrText":
				inCode = t.Kind == opc.StartTag
			}
			return !total && len(code) < opc.MaxMarkup
		})
		if err != nil {
			return err
		}
		if total {
			return notCut("its margins show the page count")
		}
	}
	return nil
}
