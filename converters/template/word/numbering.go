package word

import (
	"fmt"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/richtext"
)

// numbering is the numbering part of a document together with the lists that are added to it.
type numbering struct {
	part                   string
	tokens                 []markup.Token
	abstracts, instances   []byte
	lastAbstract, lastList int
	ids                    map[listDefinition]int // ids of definitions and of bullet lists
}

// listDefinition identifies a definition of lists, or, if isList is set, the bullet list that uses this definition.
// Lists in tables have separate definitions, because all lists of a definition are numbered together.
type listDefinition struct {
	kind   richtext.ListKind
	tables int // the number of tables that contain the list
	isList bool
}

// numberingOf returns the numbering part of a document. It creates the part if the document has none.
func numberingOf(d *core.Document) (*numbering, error) {
	added := addedPartsOf(d)
	if added.numbering != nil {
		return added.numbering, nil
	}
	name, tokens, err := d.EnsurePart("numbering", "numbering.xml", objects.NumberingType, objects.NumberingRelation, objects.EmptyNumbering)
	if err != nil {
		return nil, err
	}
	_, own := markup.RootElements(tokens)
	added.numbering = &numbering{part: name, tokens: tokens, ids: make(map[listDefinition]int),
		lastAbstract: markup.MaxNumber(own, "w:abstractNum", "w:abstractNumId"), lastList: markup.MaxNumber(own, "w:num", "w:numId")}
	added.flushLater(d)
	return added.numbering, nil
}

// add adds a list and returns its id. All bullet lists with the same kind of bullet share an id.
func (n *numbering) add(list *richtext.List, level, tables int) int {
	shape := listDefinition{list.Kind, tables, true}
	if !list.Kind.IsNumbered() {
		if id, ok := n.ids[shape]; ok {
			return id
		}
	}
	n.lastList++
	if !list.Kind.IsNumbered() {
		n.ids[shape] = n.lastList
	}
	n.instances = fmt.Appendf(n.instances, `<w:num w:numId="%d"><w:abstractNumId w:val="%d"/>`, n.lastList, n.abstract(list.Kind, tables))
	if list.Kind.IsNumbered() {
		n.instances = fmt.Appendf(n.instances, `<w:lvlOverride w:ilvl="%d"><w:startOverride w:val="%d"/></w:lvlOverride>`, level, list.Start)
	}
	n.instances = append(n.instances, "</w:num>"...)
	return n.lastList
}

// The indent that each level adds to a list, and the hanging indent of the numbers, in twips.
const (
	levelIndent  = 720
	levelHanging = 360
)

// abstract returns the id of the definition for lists of a kind. It adds the definition if it does not exist yet.
func (n *numbering) abstract(kind richtext.ListKind, tables int) int {
	shape := listDefinition{kind, tables, false}
	if id, ok := n.ids[shape]; ok {
		return id
	}
	n.lastAbstract++
	n.ids[shape] = n.lastAbstract
	const idBase = 0x4c430000
	n.abstracts = fmt.Appendf(n.abstracts,
		`<w:abstractNum w:abstractNumId="%d"><w:nsid w:val="%08X"/><w:multiLevelType w:val="hybridMultilevel"/>`, n.lastAbstract, idBase+
			n.lastAbstract)
	for level := range 9 {
		format, text, properties := numberFormat(kind, level)
		n.abstracts = fmt.Appendf(n.abstracts,
			`<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="%d" `+
				`w:hanging="%d"/></w:pPr>%s</w:lvl>`,
			level, format, text, levelIndent*(level+1), levelHanging, properties)
	}
	n.abstracts = append(n.abstracts, "</w:abstractNum>"...)
	return n.lastAbstract
}

// numberFormat returns the number format of a level, the text of its number, and the run properties of the number.
func numberFormat(kind richtext.ListKind, level int) (format, text, properties string) {
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
