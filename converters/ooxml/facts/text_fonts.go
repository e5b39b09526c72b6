package facts

import (
	"lectern/converters/ooxml/opc"
)

// textStyle is a style of a text document with its fonts.
type textStyle struct {
	basedOn string
	fonts   []runFonts
}

// readText reads a text document: the fonts of its runs and of the styles in use, its fields, and whether it has
// tracked changes.
func (f *packageReader) readText(main string, relations []opc.Relation) {
	used := map[string]bool{}
	for _, r := range append([]opc.Relation{{Kind: "header", Key: main}}, relations...) {
		switch r.Kind {
		case "header", "footer", "footnotes", "endnotes":
			codes := fieldCodes{report: f.facts.addFieldLink}
			f.scan(r.Key, func(t opc.Token) bool {
				codes.process(t)
				switch string(t.Local) {
				case "rFonts":
					f.fonts.requestAll(newRunFonts(t))
				case "pStyle", "rStyle", "tblStyle":
					if len(used) < opc.MaxRelations {
						used[t.Value("val")] = true
					}
				case "ins", "del", "moveFrom", "moveTo":
					f.facts.Changes = true
				case "sym":
					f.fonts.request(t.Value("font"), latin)
				default:
					f.fonts.processDrawing(t)
				}
				return true
			})
			codes.finish()
		}
	}
	f.readStyles(opc.RelatedPart(relations, "styles"), used)
}

// readStyles requests the fonts of the styles in use, of the styles that they are based on, and of the defaults.
func (f *packageReader) readStyles(key string, used map[string]bool) {
	styles := map[string]*textStyle{}
	style := &textStyle{} // for fonts outside of any style, which are the defaults
	everywhere := style
	f.scan(key, func(t opc.Token) bool {
		switch local := string(t.Local); {
		case local == "style" && t.Kind == opc.StartTag:
			id := t.Value("styleId")
			style = &textStyle{}
			styles[id] = style
			if _, there := t.Attribute("default"); there && t.IsTrue("default") && len(used) < opc.MaxRelations {
				used[id] = true
			}
		case local == "style":
			style = &textStyle{}
		case local == "basedOn":
			style.basedOn = t.Value("val")
		case local == "rFonts" && t.Kind != opc.EndTag:
			style.fonts = append(style.fonts, newRunFonts(t))
		}
		return len(styles) < opc.MaxRelations
	})
	wanted := map[*textStyle]bool{everywhere: true}
	for id := range used {
		for s := styles[id]; s != nil && !wanted[s]; s = styles[s.basedOn] {
			wanted[s] = true
		}
	}
	for s := range wanted {
		for _, fonts := range s.fonts {
			f.fonts.requestAll(fonts)
		}
	}
}
