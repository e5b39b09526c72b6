package facts

import (
	"strings"

	"lectern/converters/ooxml/opc"
)

// The bounds of what is held of fields: how many may lie in each other, and bytes of a code.
const (
	maxFields = 1000
	maxCode   = 8 << 10
)

// fieldLinks are the fields that bring what lies elsewhere (ECMA-376 part 1, 17.16.5;
// IMPORT and INCLUDE are the older names of two). The address is their first argument, or
// the one behind a class or a switch; of a DDE link all are.
var fieldLinks = map[string]struct {
	kind   string
	behind int
	option string
	all    bool
}{
	"INCLUDETEXT": {kind: "subDocument"}, "INCLUDE": {kind: "subDocument"}, "RD": {kind: "subDocument"},
	"INCLUDEPICTURE": {kind: "image"}, "IMPORT": {kind: "image"},
	"LINK": {kind: "oleObject", behind: 1}, "DATABASE": {kind: "database", option: `\d`},
	"DDE": {kind: "ddeLink", all: true}, "DDEAUTO": {kind: "ddeLink", all: true},
}

// field notes what the code of a field leads to.
func (f *facts) field(code string) {
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
		f.link(link.kind, strings.Join(arguments, " "))
		return
	}
	target, skip := "", link.behind
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
	f.link(link.kind, target)
}

// fieldWords gives the words of a field's code, without quotes, within which a backslash
// stands before another one or a quote.
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

// fieldCodes puts the codes of fields together, which lie over any number of runs, and
// may have the results of other fields in them (ECMA-376 part 1, 17.16.18).
type fieldCodes struct {
	tell   func(code string)
	open   []openField
	inCode bool // in the element of a piece of code
	inText bool // in that of a piece of text
}

type openField struct {
	code []byte
	told bool // its code has ended; what follows is its result
}

// see takes the next token of a part.
func (c *fieldCodes) see(t opc.Token) {
	switch string(t.Local) {
	case "fldSimple":
		if t.Kind != opc.EndTag {
			c.tell(t.Value("instr"))
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
		c.end(&c.open[last])
	case step == "end":
		c.end(&c.open[last])
		c.open = c.open[:last]
	}
}

// end tells the code of a field, once.
func (c *fieldCodes) end(field *openField) {
	if !field.told {
		c.tell(opc.Unescape(field.code))
		field.told = true
	}
}

// text adds a piece to the code that it belongs to: that of the innermost field, or,
// as a result, that of the one around.
func (c *fieldCodes) text(raw []byte) {
	at := len(c.open) - 1
	if c.inText {
		at--
	}
	if (c.inCode || c.inText) && at >= 0 && !c.open[at].told && len(c.open[at].code)+len(raw) <= maxCode {
		c.open[at].code = append(c.open[at].code, raw...)
	}
}

// rest tells the codes of fields that never end.
func (c *fieldCodes) rest() {
	for i := range c.open {
		c.end(&c.open[i])
	}
	c.open = nil
}
