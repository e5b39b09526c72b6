package facts

import (
	"strings"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// maxFormula is how much of a formula is read: no program takes longer ones.
const maxFormula = 64 << 10

// formulaElements hold formulas: of cells, formats and checks, and of names.
var formulaElements = map[string]bool{"f": true, "formula": true, "formula1": true, "formula2": true, "definedName": true}

// fetching are the functions that ask somebody else for what they give. The first argument
// of those of the first two kinds is an address.
var fetching = map[string]string{
	"WEBSERVICE": "webService", "IMAGE": "image", "DDE": "ddeLink", "RTD": "realTimeData", "SQL.REQUEST": "database",
}

// ofFormulas looks into the formulas of a part.
func (f *packageReader) ofFormulas(key string) {
	inside := false
	names := f.newPictureNames(key)
	var formula []byte
	f.scan(key, func(t opc.Token) bool {
		switch {
		case t.Kind == opc.TextRun:
			if inside && len(formula)+len(t.Raw) <= maxFormula {
				formula = append(formula, t.Raw...)
			}
		case string(t.Local) == "sparkline":
			f.Sparklines = true
		case string(t.Local) == "picture" && t.Kind != opc.EndTag: // the background of a sheet
			for _, id := range referred(t, []string{":id"}) {
				names.use(id)
			}
		case !formulaElements[string(t.Local)]:
		case t.Kind == opc.EndTag:
			f.formula(opc.Unescape(formula))
			inside = false
		default:
			inside, formula = t.Kind == opc.StartTag, formula[:0]
		}
		return true
	})
}

// formula notes what is fetched by a formula: by a function, or as a cell of a file
// that is named in it, 'file:///a.ods'#$Sheet.A1 or 'C:\[a.xlsx]Sheet'!A1.
func (f *facts) formula(text string) {
	name := 0 // where the word begins that is being read
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := i + 1 + quotedLength(text[i+1:], c)
			if c == '\'' {
				f.namedFile(text[min(i+1, len(text)):min(end, len(text))], text[min(end+1, len(text)):])
			}
			i, name = end, end+1
		case c == '(':
			if kind := fetching[functionName(text[name:i])]; kind != "" {
				f.link(kind, callTarget(kind, text[name:i], text[i+1:min(len(text), i+1+wire.MaxTarget)]))
			}
			name = i + 1
		case c != '.' && c != '_' && c != ' ' && !isASCIILetter(c) && (c < '0' || c > '9'):
			name = i + 1
		}
	}
}

// functionName gives the name of a function without what programs put before newer ones.
func functionName(name string) string {
	name = strings.ToUpper(strings.TrimSpace(name))
	for _, prefix := range []string{"_XLFN.", "_XLWS.", "COM.MICROSOFT.", "COM.SUN.STAR.SHEET.ADDIN.WEB."} {
		name = strings.TrimPrefix(name, prefix)
	}
	return name
}

// quotedLength is how long the text is up to the quote that ends it; two are one of its own.
func quotedLength(text string, quote byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] != quote {
			continue
		}
		if i+1 == len(text) || text[i+1] != quote {
			return i
		}
		i++
	}
	return len(text)
}

// callTarget gives the address that a function is called with, or the whole call where
// that is worked out or no address. The arguments are what follows the parenthesis.
func callTarget(kind, function, arguments string) string {
	first := strings.TrimSpace(arguments)
	if strings.HasPrefix(first, `"`) && (kind == "webService" || kind == "image") {
		length := quotedLength(first[1:], '"')
		rest := strings.TrimSpace(first[min(length+2, len(first)):])
		if rest == "" || strings.IndexByte(",;)", rest[0]) >= 0 {
			return strings.ReplaceAll(first[1:1+length], `""`, `"`)
		}
	}
	depth := 1
	for i := 0; i < len(arguments); i++ {
		switch arguments[i] {
		case '"':
			i += 1 + quotedLength(arguments[i+1:], '"')
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				arguments = arguments[:i+1]
			}
		}
	}
	return strings.TrimSpace(function) + "(" + arguments
}

// namedFile notes the file that a quoted name leads to, which stands before the rest.
func (f *facts) namedFile(quoted, rest string) {
	quoted = strings.ReplaceAll(quoted, "''", "'")
	folder, file, found := strings.Cut(quoted, "[")
	switch {
	case strings.HasPrefix(rest, "#"):
		f.link("externalLinkPath", quoted)
	case found && folder != "" && strings.HasPrefix(rest, "!"):
		file, _, _ = strings.Cut(file, "]")
		f.link("externalLinkPath", folder+file)
	}
}

// ofOtherBook notes the program that a workbook asks by DDE (ECMA-376 part 1, 18.14.4).
func (f *packageReader) ofOtherBook(key string) {
	f.scan(key, func(t opc.Token) bool {
		if t.Kind != opc.EndTag && string(t.Local) == "ddeLink" {
			f.link("ddeLink", t.Value("ddeService")+" "+t.Value("ddeTopic"))
		}
		return true
	})
}
