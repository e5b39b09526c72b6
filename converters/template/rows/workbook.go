package rows

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// limits restrict the size of a workbook after decompression.
var limits = opc.Limits{Parts: 10_000, PartBytes: 1 << 30, TotalBytes: 256 << 20}

// workbook is a workbook with the strings and styles that its cells refer to.
type workbook struct {
	*opc.Package
	main     string
	from1904 bool
	sheets   []string   // names of the parts of the visible sheets
	strings  []string   // shared strings
	dates    []dateKind // the kinds of dates that the cell styles show
}

// readWorkbook reads the first non-empty sheet. Its first non-empty row is the header.
func readWorkbook(w *writer, source []byte, options Options) error {
	b, err := openWorkbook(source)
	if err != nil {
		return asError(err)
	}
	for _, part := range b.sheets {
		markup, err := b.Read(part)
		if err != nil {
			return asError(err)
		}
		s := &sheet{workbook: b, writer: w, options: options}
		if err := s.read(markup); err != nil {
			return asError(err)
		}
		if s.columns != nil {
			return nil
		}
	}
	return nil
}

// asError converts an error of reading a workbook into an [*Error].
func asError(err error) error {
	_, isReported := errors.AsType[*Error](err)
	switch {
	case isReported:
		return err
	case errors.Is(err, opc.ErrTooLarge):
		return newError("rows-too-large")
	}
	return newError("rows-unreadable")
}

var errNoWorkbook = errors.New("it is not a workbook")

func openWorkbook(source []byte) (*workbook, error) {
	p, err := opc.Open(source, limits)
	if err != nil {
		return nil, err
	}
	relations, err := p.Relations("")
	if err != nil {
		return nil, err
	}
	document := relations.First("officeDocument")
	if document == nil {
		return nil, errNoWorkbook
	}
	b := &workbook{Package: p, main: relations.Part(document)}
	if kind := p.Type(b.main); !strings.HasSuffix(kind, "main+xml") || !strings.Contains(kind, "sheet") &&
		!strings.Contains(kind, "ms-excel") {
		return nil, errNoWorkbook
	}
	return b, b.readParts()
}

// readParts reads the parts that all sheets share.
func (b *workbook) readParts() error {
	relations, err := b.Relations(b.main)
	if err != nil {
		return err
	}
	if err := b.readSheets(relations); err != nil {
		return err
	}
	for _, part := range []struct {
		relation string
		read     func(source []byte) error
	}{{"styles", b.readStyles}, {"sharedStrings", b.readStrings}} {
		one := relations.First(part.relation)
		if one == nil {
			continue
		}
		source, err := b.Read(relations.Part(one))
		if err == nil {
			err = part.read(source)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readSheets reads the list of the visible sheets.
func (b *workbook) readSheets(relations *opc.Relations) error {
	source, err := b.Read(b.main)
	if err != nil {
		return err
	}
	for t, err := range markup.Tokens(source) {
		switch {
		case err != nil:
			return err
		case t.Kind == markup.End:
		case localName(t.Name) == "workbookPr":
			b.from1904 = isTrue(attribute(&t, "date1904"))
		case localName(t.Name) == "sheet" && !strings.HasSuffix(strings.ToLower(attribute(&t, "state")), "hidden"):
			if one := relations.Find(relationID(&t)); one != nil && one.Is("worksheet") && !one.External() {
				b.sheets = append(b.sheets, relations.Part(one))
			}
		}
	}
	return nil
}

// relationID returns the relationship id of a sheet. The attribute can have any namespace prefix.
func relationID(t *markup.Token) string {
	for field := range bytes.FieldsSeq(t.Raw) {
		if name, _, ok := bytes.Cut(field, []byte("=")); ok && bytes.HasSuffix(name, []byte(":id")) {
			return attribute(t, string(name))
		}
	}
	return ""
}

// dateKind is the kind of date or time that a cell shows.
type dateKind uint8

const (
	noDate dateKind = iota
	someDate
	elapsed // a duration in hours, minutes or seconds
)

// readStyles determines which cell styles show dates.
func (b *workbook) readStyles(source []byte) error {
	codes, within := map[int]string{}, false
	for t, err := range markup.Tokens(source) {
		switch name := localName(t.Name); {
		case err != nil:
			return err
		case name == "numFmt" && t.Kind != markup.End:
			codes[number(&t, "numFmtId")] = attribute(&t, "formatCode")
		case name == "cellXfs":
			within = t.Kind == markup.Start
		case name == "xf" && within && t.Kind != markup.End:
			b.dates = append(b.dates, dateKindOf(number(&t, "numFmtId"), codes))
		}
	}
	return nil
}

// elapsedFormat is the id of the built-in number format [h]:mm:ss.
const elapsedFormat = 46

func dateKindOf(format int, codes map[int]string) dateKind {
	code, own := codes[format]
	switch {
	case !own && format == elapsedFormat, own && isElapsed(code):
		return elapsed
	case !own && cells.IsDateFormatID(format), own && cells.IsDateFormat(code):
		return someDate
	}
	return noDate
}

// isElapsed reports whether a number format shows a duration, that is, contains hours, minutes or seconds in brackets.
func isElapsed(code string) bool {
	for rest := code; ; {
		_, after, found := strings.Cut(rest, "[")
		inner, outer, closed := strings.Cut(after, "]")
		switch {
		case !found || !closed:
			return false
		case inner != "" && strings.Trim(inner, "hHmMsS") == "":
			return true
		}
		rest = outer
	}
}

func (b *workbook) readStrings(source []byte) error {
	var text text
	for t, err := range markup.Tokens(source) {
		switch {
		case err != nil:
			return err
		case localName(t.Name) == "si" && t.Kind != markup.End:
			text.reset()
			if t.Kind == markup.Empty {
				b.strings = append(b.strings, "")
			}
		case localName(t.Name) == "si":
			b.strings = append(b.strings, text.String())
		default:
			text.add(&t)
		}
	}
	return nil
}

// localName returns the name of an element without its prefix.
func localName(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

func attribute(t *markup.Token, name string) string {
	value, _ := t.Attribute(name)
	return value
}

// number returns an attribute as a number, or -1 if it is missing or not a number.
func number(t *markup.Token, name string) int {
	n, err := strconv.Atoi(attribute(t, name))
	if err != nil {
		return -1
	}
	return n
}

func isTrue(text string) bool { return text == "1" || text == "true" }
