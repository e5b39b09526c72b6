package ooxml

// textStyle is a style of a text document, as far as its fonts go.
type textStyle struct {
	basedOn string
	fonts   []runFonts
}

// ofText asks for the fonts of a text document, those of its runs and those of the
// styles that are used, and looks at its fields.
func (f *facts) ofText(main string, relations []relation) {
	used := map[string]bool{}
	for _, r := range append([]relation{{kind: "header", key: main}}, relations...) {
		switch r.kind {
		case "header", "footer", "footnotes", "endnotes":
			codes := fieldCodes{tell: f.field}
			f.scan(r.key, func(t token) bool {
				codes.see(t)
				switch string(t.local) {
				case "rFonts":
					f.fonts.askAll(newRunFonts(t))
				case "pStyle", "rStyle", "tblStyle":
					if len(used) < maxRels {
						used[t.value("val")] = true
					}
				case "ins", "del", "moveFrom", "moveTo":
					f.Changes = true
				case "sym":
					f.fonts.ask(t.value("font"), latin)
				default:
					f.fonts.drawn(t)
				}
				return true
			})
			codes.rest()
		}
	}
	f.ofStyles(of(relations, "styles"), used)
}

// ofStyles asks for the fonts of the styles that are used, that is also of those that
// they are based on, and of what holds where no style is named.
func (f *facts) ofStyles(key string, used map[string]bool) {
	styles := map[string]*textStyle{}
	style := &textStyle{} // what is outside of all
	everywhere := style
	f.scan(key, func(t token) bool {
		switch local := string(t.local); {
		case local == "style" && t.kind == startTag:
			id := t.value("styleId")
			style = &textStyle{}
			styles[id] = style
			if _, there := t.attribute("default"); there && t.set("default") && len(used) < maxRels {
				used[id] = true
			}
		case local == "style":
			style = &textStyle{}
		case local == "basedOn":
			style.basedOn = t.value("val")
		case local == "rFonts" && t.kind != endTag:
			style.fonts = append(style.fonts, newRunFonts(t))
		}
		return len(styles) < maxRels
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
