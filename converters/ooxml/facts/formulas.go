package facts

import (
	"strings"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// maxFormula limits the bytes of a formula that are read. No program supports longer ones.
const maxFormula = 64 << 10

// formulaElements are the elements that contain formulas: of cells, conditional formats, validations and defined names.
var formulaElements = map[string]bool{"f": true, "formula": true, "formula1": true, "formula2": true, "definedName": true}

// fetchFunctions maps functions that fetch external data to the kinds of their links. The first argument of webService
// and image is an address.
var fetchFunctions = map[string]string{
	"WEBSERVICE": "webService", "IMAGE": "image", "DDE": "ddeLink", "RTD": "realTimeData", "SQL.REQUEST": "database",
}

// readFormulas reads the formulas of a part.
func (f *packageReader) readFormulas(key string) {
	inside := false
	names := f.newImageReferences(key)
	var formula []byte
	f.scan(key, func(t opc.Token) bool {
		switch {
		case t.Kind == opc.TextRun:
			if inside && len(formula)+len(t.Raw) <= maxFormula {
				formula = append(formula, t.Raw...)
			}
		case string(t.Local) == "sparkline":
			f.facts.Sparklines = true
		case string(t.Local) == "picture" && t.Kind != opc.EndTag: // background image of a sheet
			for _, id := range valuesWithSuffix(t, []string{":id"}) {
				names.checkImage(id)
			}
		case !formulaElements[string(t.Local)]:
		case t.Kind == opc.EndTag:
			f.facts.addFormulaLinks(opc.Unescape(formula))
			inside = false
		default:
			inside, formula = t.Kind == opc.StartTag, formula[:0]
		}
		return true
	})
}

// addFormulaLinks adds the links of a formula: functions that fetch data, and references to other files such as
// 'file:///a.ods'#$Sheet.A1 or 'C:\[a.xlsx]Sheet'!A1.
func (f *facts) addFormulaLinks(text string) {
	name := 0 // start of the current word
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := i + 1 + quotedLength(text[i+1:], c)
			if c == '\'' {
				f.addFileLink(text[min(i+1, len(text)):min(end, len(text))], text[min(end+1, len(text)):])
			}
			i, name = end, end+1
		case c == '(':
			if kind := fetchFunctions[functionName(text[name:i])]; kind != "" {
				f.addLink(kind, callTarget(kind, text[name:i], text[i+1:min(len(text), i+1+wire.MaxTarget)]))
			}
			name = i + 1
		case c != '.' && c != '_' && c != ' ' && !isASCIILetter(c) && (c < '0' || c > '9'):
			name = i + 1
		}
	}
}

// functionName returns the name of a function in upper case, without the prefixes of newer functions.
func functionName(name string) string {
	name = strings.ToUpper(strings.TrimSpace(name))
	for _, prefix := range []string{"_XLFN.", "_XLWS.", "COM.MICROSOFT.", "COM.SUN.STAR.SHEET.ADDIN.WEB."} {
		name = strings.TrimPrefix(name, prefix)
	}
	return name
}

// quotedLength returns the length of a quoted text up to its closing quote. Two quotes are an escaped quote.
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

// callTarget returns the address in the arguments of a function, or the whole call if the address is computed.
// arguments is the text after the opening parenthesis.
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

// addFileLink adds a link to the file in a quoted reference. rest is the text after the quotes.
func (f *facts) addFileLink(quoted, rest string) {
	quoted = strings.ReplaceAll(quoted, "''", "'")
	folder, file, found := strings.Cut(quoted, "[")
	switch {
	case strings.HasPrefix(rest, "#"):
		f.addLink("externalLinkPath", quoted)
	case found && folder != "" && strings.HasPrefix(rest, "!"):
		file, _, _ = strings.Cut(file, "]")
		f.addLink("externalLinkPath", folder+file)
	}
}

// readExternalBook adds the DDE program of an external link part (ECMA-376 part 1, 18.14.4).
func (f *packageReader) readExternalBook(key string) {
	f.scan(key, func(t opc.Token) bool {
		if t.Kind != opc.EndTag && string(t.Local) == "ddeLink" {
			f.facts.addLink("ddeLink", t.Value("ddeService")+" "+t.Value("ddeTopic"))
		}
		return true
	})
}
