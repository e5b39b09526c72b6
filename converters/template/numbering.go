package template

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"

	"lectern/converters/template/markup"
	"lectern/converters/template/richtext"
)

// The part of numberings (ECMA-376, part 1, 11.3.11 and 17.9).
const (
	wordSpace         = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	numberingType     = "application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"
	numberingRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering"
	noNumbering       = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:numbering xmlns:w="` + wordSpace + `"></w:numbering>`
)

// numbering has the definitions of lists that are added to a document.
type numbering struct {
	part                   string
	tokens                 []markup.Token
	abstracts, instances   []byte
	lastAbstract, lastList int
	known                  map[listShape]int // ids: of abstract ones, and of lists with bullets
}

// listShape is what lists of one definition have in common. Those in tables have their own, for the
// lists of a definition are counted together.
type listShape struct {
	kind   richtext.ListKind
	tables int // that they lie in
	list   bool
}

// numberings gives what lists are added to.
func (d *document) numberings() (*numbering, error) {
	if d.numbering != nil {
		return d.numbering, nil
	}
	name, source, err := d.side("numbering", "numbering.xml", numberingType, numberingRelation, noNumbering)
	if err != nil {
		return nil, err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	n := &numbering{part: name, tokens: tokens, known: make(map[listShape]int)}
	for i := range tokens {
		n.lastAbstract = max(n.lastAbstract, numberIn(&tokens[i], "w:abstractNum", "w:abstractNumId"))
		n.lastList = max(n.lastList, numberIn(&tokens[i], "w:num", "w:numId"))
	}
	d.numbering = n
	return n, nil
}

func numberIn(t *markup.Token, element, attribute string) int {
	if t.Name != element || t.Kind != markup.Start {
		return 0
	}
	text, _ := t.Attribute(attribute)
	number, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return number
}

// side gives a part that belongs to the main one, and is made where there is none.
func (d *document) side(word, file, contentType, relation, empty string) (name string, source []byte, err error) {
	relations, err := d.Relations(d.main)
	if err != nil {
		return "", nil, err
	}
	if there := relations.First(word); there != nil {
		name = relations.Part(there)
		source, err = d.Read(name)
		if err != nil || len(source) > 0 {
			return name, source, err
		}
	} else {
		name = path.Join(path.Dir(d.main), file)
		relations.Add(relation, name, false)
	}
	d.SetType(name, contentType)
	return name, []byte(empty), nil
}

// add defines a list, and gives its id.
func (n *numbering) add(list *richtext.List, level, tables int) int {
	shape := listShape{list.Kind, tables, true}
	if !list.Kind.Counts() {
		if id, ok := n.known[shape]; ok {
			return id
		}
	}
	n.lastList++
	if !list.Kind.Counts() {
		n.known[shape] = n.lastList
	}
	n.instances = fmt.Appendf(n.instances, `<w:num w:numId="%d"><w:abstractNumId w:val="%d"/>`, n.lastList, n.abstract(list.Kind, tables))
	if list.Kind.Counts() {
		n.instances = fmt.Appendf(n.instances, `<w:lvlOverride w:ilvl="%d"><w:startOverride w:val="%d"/></w:lvlOverride>`, level, list.Start)
	}
	n.instances = append(n.instances, "</w:num>"...)
	return n.lastList
}

// How far a level of a list stands in, in twips.
const (
	levelIndent  = 720
	levelHanging = 360
)

// abstract gives the id of the definition that lists of a kind have.
func (n *numbering) abstract(kind richtext.ListKind, tables int) int {
	shape := listShape{kind, tables, false}
	if id, ok := n.known[shape]; ok {
		return id
	}
	n.lastAbstract++
	n.known[shape] = n.lastAbstract
	const idBase = 0x4c430000
	n.abstracts = fmt.Appendf(n.abstracts, `<w:abstractNum w:abstractNumId="%d"><w:nsid w:val="%08X"/><w:multiLevelType w:val="hybridMultilevel"/>`, n.lastAbstract, idBase+n.lastAbstract)
	for level := range 9 {
		format, text, look := levelOf(kind, level)
		n.abstracts = fmt.Appendf(n.abstracts, `<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="%d" w:hanging="%d"/></w:pPr>%s</w:lvl>`,
			level, format, text, levelIndent*(level+1), levelHanging, look)
	}
	n.abstracts = append(n.abstracts, "</w:abstractNum>"...)
	return n.lastAbstract
}

// levelOf gives the format of a level's numbers, what stands there, and its look.
func levelOf(kind richtext.ListKind, level int) (format, text, look string) {
	fonts := func(name string) string {
		return fmt.Sprintf(`<w:rPr><w:rFonts w:ascii="%[1]s" w:hAnsi="%[1]s" w:cs="%[1]s" w:hint="default"/></w:rPr>`, name)
	}
	switch kind {
	case richtext.Disc:
		return "bullet", "•", fonts("Arial")
	case richtext.Circle:
		return "bullet", "o", fonts("Courier New")
	case richtext.Square:
		return "bullet", "▪", fonts("Arial")
	case richtext.Plain:
		return "none", "", ""
	}
	format = map[richtext.ListKind]string{richtext.LowerAlpha: "lowerLetter", richtext.UpperAlpha: "upperLetter",
		richtext.LowerRoman: "lowerRoman", richtext.UpperRoman: "upperRoman"}[kind]
	if format == "" {
		format = "decimal"
	}
	return format, fmt.Sprintf("%%%d.", level+1), ""
}

// writeNumbering puts the lists into the document. Definitions come before all lists.
func (d *document) writeNumbering() error {
	n := d.numbering
	if n == nil {
		return nil
	}
	lists := slices.IndexFunc(n.tokens, func(t markup.Token) bool { return t.Name == "w:num" || t.Name == "w:numIdMacAtCleanup" })
	last := slices.IndexFunc(n.tokens, func(t markup.Token) bool { return t.Name == "w:numIdMacAtCleanup" })
	var out bytes.Buffer
	for i, t := range n.tokens {
		end := t.Name == "w:numbering" && t.Kind != markup.Start
		if t.Name == "w:numbering" && t.Kind == markup.Empty {
			out.Write(t.Raw[:len(t.Raw)-2])
			out.WriteByte('>')
			t.Raw = []byte("</w:numbering>")
		}
		if i == lists || end && lists < 0 {
			out.Write(n.abstracts)
		}
		if i == last || end && last < 0 {
			out.Write(n.instances)
		}
		out.Write(t.Raw)
	}
	d.Write(n.part, out.Bytes())
	return nil
}
