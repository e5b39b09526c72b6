package facts

import (
	"lectern/converters/ooxml/opc"
)

// textStyle is a style of a text document, as far as its fonts go.
type textStyle struct {
	basedOn string
	fonts   []runFonts
}

// ofText asks for the fonts of a text document, those of its runs and those of the
// styles that are used, and looks at its fields.
func (f *packageReader) ofText(main string, relations []opc.Relation) {
	used := map[string]bool{}
	for _, r := range append([]opc.Relation{{Kind: "header", Key: main}}, relations...) {
		switch r.Kind {
		case "header", "footer", "footnotes", "endnotes":
			codes := fieldCodes{tell: f.field}
			f.scan(r.Key, func(t opc.Token) bool {
				codes.see(t)
				switch string(t.Local) {
				case "rFonts":
					f.fonts.askAll(newRunFonts(t))
				case "pStyle", "rStyle", "tblStyle":
					if len(used) < opc.MaxRelations {
						used[t.Value("val")] = true
					}
				case "ins", "del", "moveFrom", "moveTo":
					f.Changes = true
				case "sym":
					f.fonts.ask(t.Value("font"), latin)
				default:
					f.fonts.drawn(t)
				}
				return true
			})
			codes.rest()
		}
	}
	f.ofStyles(opc.RelatedPart(relations, "styles"), used)
}

// ofStyles asks for the fonts of the styles that are used, that is also of those that
// they are based on, and of what holds where no style is named.
func (f *packageReader) ofStyles(key string, used map[string]bool) {
	styles := map[string]*textStyle{}
	style := &textStyle{} // what is outside of all
	everywhere := style
	f.scan(key, func(t opc.Token) bool {
		switch local := string(t.Local); {
		case local == "style" && t.Kind == opc.StartTag:
			id := t.Value("styleId")
			style = &textStyle{}
			styles[id] = style
			if _, there := t.Attribute("default"); there && t.Set("default") && len(used) < opc.MaxRelations {
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
			f.fonts.askAll(fonts)
		}
	}
}
