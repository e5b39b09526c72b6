package templatetest

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Validate returns violations of rules that Word, Excel and PowerPoint enforce, but LibreOffice does not. All parts
// must have a content type. Relationships must refer to existing parts and match the ids in the markup. Referenced
// notes must exist, prefixes must be declared, and ids must be unique. The children of property elements must be in the
// order of the schema (ECMA-376, part 1, A), and table cells must end with a paragraph.
func Validate(document []byte) []string {
	archive, err := zip.NewReader(bytes.NewReader(document), int64(len(document)))
	if err != nil {
		return []string{err.Error()}
	}
	v := &validator{parts: map[string][]byte{}, ids: map[string]string{}, notes: map[string]string{}}
	for _, file := range archive.File {
		if v.parts[file.Name] != nil {
			v.report("%s is there twice", file.Name)
		}
		r, err := file.Open()
		if err == nil {
			v.parts[file.Name], err = io.ReadAll(r)
		}
		if err != nil {
			v.report("%s: %v", file.Name, err)
		}
	}
	v.types()
	for name, content := range v.parts {
		if ext := path.Ext(name); ext == ".xml" || ext == ".rels" || ext == ".vml" {
			v.part(name, content)
			v.prefixes(name, content)
			v.checkRanges(name)
		}
	}
	for reference, part := range v.notes {
		if _, ok := v.ids[reference]; !ok {
			v.report("%s refers to a %s, which is not there", part, reference)
		}
	}
	slices.Sort(v.found)
	return v.found
}

type validator struct {
	parts map[string][]byte
	ids   map[string]string // ids that must be unique, with the parts that contain them
	notes map[string]string // referenced notes and slides, with the parts that refer to them
	found []string
}

func (v *validator) report(format string, values ...any) {
	v.found = append(v.found, fmt.Sprintf(format, values...))
}

// types checks that each part has a content type.
func (v *validator) types() {
	var list struct {
		Defaults []struct {
			Extension string `xml:"Extension,attr"`
		} `xml:"Default"`
		Overrides []struct {
			Part string `xml:"PartName,attr"`
		} `xml:"Override"`
	}
	if err := xml.Unmarshal(v.parts["[Content_Types].xml"], &list); err != nil {
		v.report("[Content_Types].xml: %v", err)
	}
	typed := map[string]bool{}
	for _, o := range list.Overrides {
		if typed[o.Part] {
			v.report("the type of %s is said twice", o.Part)
		}
		typed[o.Part] = true
		if v.parts[strings.TrimPrefix(o.Part, "/")] == nil {
			v.report("a type is said of %s, which is not there", o.Part)
		}
	}
	for _, d := range list.Defaults {
		typed[strings.ToLower(d.Extension)] = true
	}
	for name := range v.parts {
		if name != "[Content_Types].xml" && !typed["/"+name] && !typed[strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))] {
			v.report("%s has no type", name)
		}
	}
}

// relations returns the targets of the relationships of a part, by their ids. It reports targets that do not exist.
func (v *validator) relations(part string) map[string]string {
	folder, name := path.Split(part)
	var list struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
			Mode   string `xml:"TargetMode,attr"`
		} `xml:"Relationship"`
	}
	raw := v.parts[folder+"_rels/"+name+".rels"]
	if raw == nil {
		return nil
	}
	if err := xml.Unmarshal(raw, &list); err != nil {
		v.report("relationships of %s: %v", part, err)
	}
	targets := map[string]string{}
	for _, r := range list.All {
		if targets[r.ID] != "" {
			v.report("%s has %s twice", part, r.ID)
		}
		targets[r.ID] = r.Target
		target := strings.TrimPrefix(path.Join("/"+folder, r.Target), "/")
		if strings.HasPrefix(r.Target, "/") {
			target = r.Target[1:]
		}
		if r.Mode != "External" && v.parts[target] == nil {
			v.report("%s leads to %s, which is not there", part, target)
		}
	}
	return targets
}

// part checks the markup of a part.
func (v *validator) part(name string, content []byte) {
	relations := v.relations(name)
	decoder := xml.NewDecoder(bytes.NewReader(content))
	decoder.Strict = true
	var open []*openElement
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			v.report("%s: %v", name, err)
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(open) > 0 {
				open[len(open)-1].child(v, name, token.Name.Local)
			}
			open = append(open, &openElement{name: token.Name.Local})
			v.element(name, token, relations)
		case xml.EndElement:
			open[len(open)-1].checkEnd(v, name)
			open = open[:len(open)-1]
		}
	}
}

// element checks the ids in the attributes of an element.
func (v *validator) element(part string, e xml.StartElement, relations map[string]string) {
	for _, a := range e.Attr {
		switch {
		case strings.HasSuffix(a.Name.Space, "/relationships") && a.Value != "" && a.Name.Local != "pict":
			if _, ok := relations[a.Value]; !ok {
				v.report("%s refers to %s, which it has no relationship of", part, a.Value)
			}
		case a.Name.Local == "id" && e.Name.Local == "sldId" && strings.Contains(e.Name.Space, "office/powerpoint/2010"):
			v.checkUnique("sldId of a section", part, a.Value)
			v.notes["sldId "+a.Value] = part
		case a.Name == (xml.Name{Local: "id"}) && (e.Name.Local == "docPr" || e.Name.Local == "sldId"):
			v.checkUnique(e.Name.Local, part, a.Value)
		case a.Name.Local == "id" && e.Name.Local == "cNvPr" && strings.HasPrefix(part, "ppt/slides/"):
			v.checkUnique("cNvPr of "+part, part, a.Value)
		case a.Name.Local == "paraId" && e.Name.Local == "p":
			v.checkUnique("paraId of "+part, part, a.Value)
		case a.Name.Local == "id" && slices.Contains([]string{"comment", "footnote", "endnote"}, e.Name.Local) && part == "word/"+
			e.Name.Local+"s.xml":
			v.checkUnique(e.Name.Local, part, a.Value)
		case a.Name.Local == "id" && slices.Contains([]string{"commentReference", "footnoteReference", "endnoteReference"}, e.Name.Local):
			v.notes[strings.TrimSuffix(e.Name.Local, "Reference")+" "+a.Value] = part
			v.checkUnique(e.Name.Local, part, a.Value)
		case strings.HasPrefix(part, "word/") && slices.Contains(unique()[e.Name.Local], a.Name.Local):
			v.checkUnique(e.Name.Local+" "+a.Name.Local+" of "+part, part, a.Value)
		}
	}
}

// unique returns the attributes whose values must be unique within a part of a text document, by the names of the
// elements.
func unique() map[string][]string {
	id := []string{"id"}
	return map[string][]string{"bookmarkStart": {"id", "name"}, "bookmarkEnd": id, "commentRangeStart": id, "commentRangeEnd": id,
		"permStart": id, "permEnd": id, "ins": id, "del": id, "moveFrom": id, "moveTo": id, "rPrChange": id, "pPrChange": id, "id": {"val"}}
}

// checkRanges reports ranges, such as bookmarks, that lack their start or their end.
func (v *validator) checkRanges(part string) {
	for _, kind := range []string{"bookmark", "commentRange", "perm"} {
		for key := range v.ids {
			id, isStart := strings.CutPrefix(key, kind+"Start id of "+part+" ")
			if _, ended := v.ids[kind+"End id of "+part+" "+id]; isStart && !ended {
				v.report("the %s %s has no end in %s", kind, id, part)
			}
			id, isEnd := strings.CutPrefix(key, kind+"End id of "+part+" ")
			if _, begun := v.ids[kind+"Start id of "+part+" "+id]; isEnd && !begun {
				v.report("the %s %s has no beginning in %s", kind, id, part)
			}
		}
	}
}

func (v *validator) checkUnique(kind, part, id string) {
	key := kind + " " + id
	if before, ok := v.ids[key]; ok {
		v.report("the %s comes twice, in %s and %s", key, before, part)
	}
	v.ids[key] = part
}

// openElement is an element whose end tag was not reached yet.
type openElement struct {
	name, last string
	place      int
}

// orders returns the children of property elements, in the order of the schema.
func orders() map[string][]string {
	return map[string][]string{
		"pPr": strings.Fields("pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs " +
			"suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind " +
			"contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr " +
			"sectPr pPrChange"),
		"rPr": strings.Fields("ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint " +
			"noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em " +
			"lang eastAsianLayout specVanish oMath rPrChange"),
		"tcPr": strings.Fields("cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark"),
		"tblPr": strings.Fields("tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd " +
			"tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription"),
		"trPr": nil, // the order is arbitrary
	}
}

// linkless returns the elements that must not contain a link.
func linkless() []string { return []string{"ins", "del", "moveFrom", "moveTo", "hyperlink"} }

// child checks the position of a child of the element.
func (o *openElement) child(v *validator, part, name string) {
	o.last = name
	if slices.Contains(linkless(), o.name) && name == "hyperlink" {
		v.report("%s: a link in %s", part, o.name)
	}
	order, ok := orders()[o.name]
	if !ok || order == nil {
		return
	}
	at := slices.Index(order, name)
	if at < 0 {
		return // the child is in another namespace
	}
	if at < o.place {
		v.report("%s: %s comes too late in %s", part, name, o.name)
	}
	o.place = at
}

// checkEnd checks whether the element ends with the content that it requires, such as a paragraph at the end of a cell.
func (o *openElement) checkEnd(v *validator, part string) {
	if o.name == "tc" && strings.HasPrefix(part, "word/") && o.last != "p" && o.last != "sdt" {
		v.report("%s: a cell ends with %q", part, o.last)
	}
	if slices.Contains([]string{"hdr", "ftr", "txbxContent"}, o.name) && o.last == "" {
		v.report("%s: %s is empty", part, o.name)
	}
}
