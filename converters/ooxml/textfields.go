package ooxml

import (
	"bytes"
	"strings"
)

// pageTotals are fields that no part of a document can tell.
var pageTotals = []string{"NUMPAGES", "SECTIONPAGES", "NUMWORDS", "NUMCHARS", "DOCPROPERTY PAGES"}

// field notes how far a field has come. Those that are open where the document is cut
// are closed.
func (w *wordCut) field(step string) {
	last := len(w.fields) - 1
	switch {
	case step == "begin":
		w.fields, w.code, w.places = append(w.fields, false), nil, nil
	case last < 0:
	case step == "separate":
		w.checkField(string(w.code))
		w.fields[last], w.code, w.places = true, nil, nil
	case step == "end":
		w.checkField(string(w.code))
		w.fields, w.code, w.places = w.fields[:last], nil, nil
	}
}

func (w *wordCut) checkField(code string) {
	if countsPages(code) {
		w.unsafe = notCut("it tells how many pages there are")
	}
	words := strings.Fields(code)
	if len(words) > 1 && len(w.referred) < maxRels {
		switch strings.ToUpper(words[0]) {
		case "REF", "PAGEREF":
			w.referred = append(w.referred, reference{strings.Trim(words[1], `"`), w.places})
		}
	}
}

// simpleField notes a field that has its code in an attribute.
func (w *wordCut) simpleField(t token) {
	var code []byte
	eachAttribute(t.attrs, func(name, value []byte) {
		if bytes.HasSuffix(name, []byte("instr")) {
			code = value
		}
	})
	w.places = nil
	if at := bytes.Index(t.raw, code); at >= 0 {
		start := w.out.Len() - len(t.raw) + at
		w.places = [][2]int{{start, start + len(code)}}
	}
	w.checkField(unescape(code))
	w.places = nil
}

// reference is a field that shows what is at a bookmark.
type reference struct {
	mark   string
	places [][2]int // of its code in what is kept
}

// settle blanks the code of references to what is cut off, so that they show what they
// did when the document was written. LibreOffice would show an error instead.
func (w *wordCut) settle() {
	for _, r := range w.referred {
		if w.marks[r.mark] {
			continue
		}
		for _, place := range r.places {
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
