package facts

import (
	"strings"

	"lectern/converters/ooxml/opc"
)

// Limits of fields: nested fields, and bytes of a code.
const (
	maxFields = 1000
	maxCode   = 8 << 10
)

// fieldLinks are the fields with external content (ECMA-376 part 1, 17.16.5). IMPORT and INCLUDE are older names of
// INCLUDEPICTURE and INCLUDETEXT. The address is the first argument, or the argument after a class or an option. All
// arguments of a DDE link form the address.
var fieldLinks = map[string]struct {
	kind    string
	skipped int
	option  string
	all     bool
}{
	"INCLUDETEXT": {kind: "subDocument"}, "INCLUDE": {kind: "subDocument"}, "RD": {kind: "subDocument"},
	"INCLUDEPICTURE": {kind: "image"}, "IMPORT": {kind: "image"},
	"LINK": {kind: "oleObject", skipped: 1}, "DATABASE": {kind: "database", option: `\d`},
	"DDE": {kind: "ddeLink", all: true}, "DDEAUTO": {kind: "ddeLink", all: true},
}

// addFieldLink adds the link of a field with this code, if there is one.
func (f *facts) addFieldLink(code string) {
	words := fieldWords(code)
	if len(words) == 0 {
		return
	}
	link, known := fieldLinks[strings.ToUpper(words[0])]
	if !known {
		return
	}
	arguments := words[1:]
	if link.all {
		f.addLink(link.kind, strings.Join(arguments, " "))
		return
	}
	target, skip := "", link.skipped
	for i, word := range arguments {
		switch {
		case link.option != "":
			if word == link.option && i+1 < len(arguments) {
				target = arguments[i+1]
			}
		case skip > 0:
			skip--
		case target == "":
			target = word
		}
	}
	f.addLink(link.kind, target)
}

// fieldWords splits a field's code into words and removes quotes. Within quotes, a backslash escapes a backslash or a
// quote.
func fieldWords(code string) (words []string) {
	var word strings.Builder
	quoted, begun := false, false
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '"':
			quoted, begun = !quoted, true
		case !quoted && strings.IndexByte(" \t\r\n", c) >= 0:
			end()
		default:
			if c == '\\' && i+1 < len(code) && strings.IndexByte(`\"`, code[i+1]) >= 0 {
				i++
			}
			word.WriteByte(code[i])
			begun = true
		}
	}
	end()
	return words
}

// fieldCodes assembles the codes of fields, which may be spread over several runs and contain the results of other
// fields (ECMA-376 part 1, 17.16.18).
type fieldCodes struct {
	report func(code string)
	open   []openField
	inCode bool // inside an element with the code of a field
	inText bool // inside an element with text
}

type openField struct {
	code      []byte
	codeEnded bool // the code is complete and was reported; the result follows
}

// process processes the next token of a part.
func (c *fieldCodes) process(t opc.Token) {
	switch string(t.Local) {
	case "fldSimple":
		if t.Kind != opc.EndTag {
			c.report(t.Value("instr"))
		}
	case "fldChar":
		if t.Kind != opc.EndTag {
			c.mark(t.Value("fldCharType"))
		}
	case "instrText":
		c.inCode = t.Kind == opc.StartTag
	case "t":
		c.inText = t.Kind == opc.StartTag
	case "":
		c.text(t.Raw)
	}
}

func (c *fieldCodes) mark(step string) {
	last := len(c.open) - 1
	switch {
	case step == "begin" && len(c.open) < maxFields:
		c.open = append(c.open, openField{})
	case last < 0:
	case step == "separate":
		c.endField(&c.open[last])
	case step == "end":
		c.endField(&c.open[last])
		c.open = c.open[:last]
	}
}

// endField reports the code of a field, but only once.
func (c *fieldCodes) endField(field *openField) {
	if !field.codeEnded {
		c.report(opc.Unescape(field.code))
		field.codeEnded = true
	}
}

// text adds text to the code of the innermost open field. The result of a nested field belongs to the code of the outer
// field.
func (c *fieldCodes) text(raw []byte) {
	at := len(c.open) - 1
	if c.inText {
		at--
	}
	if (c.inCode || c.inText) && at >= 0 && !c.open[at].codeEnded && len(c.open[at].code)+len(raw) <= maxCode {
		c.open[at].code = append(c.open[at].code, raw...)
	}
}

// finish reports the codes of fields that have no end mark.
func (c *fieldCodes) finish() {
	for i := range c.open {
		c.endField(&c.open[i])
	}
	c.open = nil
}
