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
	v := &validator{parts: map[string][]byte{}, ids: map[string]string{}, references: map[string]string{}}
	for _, file := range archive.File {
		if v.parts[file.Name] != nil {
			v.report("%s occurs twice", file.Name)
		}
		r, err := file.Open()
		if err == nil {
			v.parts[file.Name], err = io.ReadAll(r)
		}
		if err != nil {
			v.report("%s: %v", file.Name, err)
		}
	}
	v.checkContentTypes()
	for name, content := range v.parts {
		if ext := path.Ext(name); ext == ".xml" || ext == ".rels" || ext == ".vml" {
			v.checkPart(name, content)
			v.checkPrefixes(name, content)
			v.checkRanges(name)
		}
	}
	for reference, part := range v.references {
		if _, ok := v.ids[reference]; !ok {
			v.report("%s refers to missing %s", part, reference)
		}
	}
	slices.Sort(v.found)
	return v.found
}

type validator struct {
	parts      map[string][]byte
	ids        map[string]string // ids that must be unique, with the parts that contain them
	references map[string]string // referenced notes and slides, with the parts that refer to them
	found      []string
}

func (v *validator) report(format string, values ...any) {
	v.found = append(v.found, fmt.Sprintf(format, values...))
}

// checkContentTypes checks that each part has one content type.
func (v *validator) checkContentTypes() {
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
			v.report("%s has two content types", o.Part)
		}
		typed[o.Part] = true
		if v.parts[strings.TrimPrefix(o.Part, "/")] == nil {
			v.report("content type for missing part %s", o.Part)
		}
	}
	for _, d := range list.Defaults {
		typed[strings.ToLower(d.Extension)] = true
	}
	for name := range v.parts {
		if name != "[Content_Types].xml" && !typed["/"+name] && !typed[strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))] {
			v.report("%s has no content type", name)
		}
	}
}

// relationshipTargets returns the targets of the relationships of a part, by their ids. It reports targets that do not
// exist.
func (v *validator) relationshipTargets(part string) map[string]string {
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
			v.report("%s has two relationships %s", part, r.ID)
		}
		targets[r.ID] = r.Target
		target := strings.TrimPrefix(path.Join("/"+folder, r.Target), "/")
		if strings.HasPrefix(r.Target, "/") {
			target = r.Target[1:]
		}
		if r.Mode != "External" && v.parts[target] == nil {
			v.report("%s has a relationship to missing part %s", part, target)
		}
	}
	return targets
}

// checkPart reports violations in the markup of a part: markup that is not well-formed, and wrong ids or children of
// elements.
func (v *validator) checkPart(name string, content []byte) {
	targets := v.relationshipTargets(name)
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
				open[len(open)-1].checkChild(v, name, token.Name.Local)
			}
			open = append(open, &openElement{name: token.Name.Local})
			v.checkElement(name, token, targets)
		case xml.EndElement:
			open[len(open)-1].checkEnd(v, name)
			open = open[:len(open)-1]
		}
	}
}

// checkElement checks the ids in the attributes of an element. targets are the targets of the part's relationships.
func (v *validator) checkElement(part string, e xml.StartElement, targets map[string]string) {
	for _, a := range e.Attr {
		switch {
		case strings.HasSuffix(a.Name.Space, "/relationships") && a.Value != "" && a.Name.Local != "pict":
			if _, ok := targets[a.Value]; !ok {
				v.report("%s refers to unknown relationship %s", part, a.Value)
			}
		case a.Name.Local == "id" && e.Name.Local == "sldId" && strings.Contains(e.Name.Space, "office/powerpoint/2010"):
			v.checkUnique("sldId of a section", part, a.Value)
			v.references["sldId "+a.Value] = part
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
			v.references[strings.TrimSuffix(e.Name.Local, "Reference")+" "+a.Value] = part
			v.checkUnique(e.Name.Local, part, a.Value)
		case strings.HasPrefix(part, "word/") && slices.Contains(uniqueAttributes()[e.Name.Local], a.Name.Local):
			v.checkUnique(e.Name.Local+" "+a.Name.Local+" of "+part, part, a.Value)
		}
	}
}

// uniqueAttributes returns the attributes whose values must be unique within a part of a text document, by the names of
// the elements.
func uniqueAttributes() map[string][]string {
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
				v.report("%s: %s %s has no end", part, kind, id)
			}
			id, isEnd := strings.CutPrefix(key, kind+"End id of "+part+" ")
			if _, begun := v.ids[kind+"Start id of "+part+" "+id]; isEnd && !begun {
				v.report("%s: %s %s has no start", part, kind, id)
			}
		}
	}
}

// checkUnique reports an id that another element of this kind already has.
func (v *validator) checkUnique(kind, part, id string) {
	key := kind + " " + id
	if before, ok := v.ids[key]; ok {
		v.report("%s is not unique: it is in %s and %s", key, before, part)
	}
	v.ids[key] = part
}

// openElement is an element whose end tag was not reached yet.
type openElement struct {
	name      string
	lastChild string // name of the last child
	position  int    // of the last child in the order of the schema
}

// childOrders returns the children of property elements, in the order of the schema.
func childOrders() map[string][]string {
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

// elementsWithoutLinks returns the elements that must not contain a link.
func elementsWithoutLinks() []string {
	return []string{"ins", "del", "moveFrom", "moveTo", "hyperlink"}
}

// checkChild checks the position of a child of the element.
func (o *openElement) checkChild(v *validator, part, name string) {
	o.lastChild = name
	if slices.Contains(elementsWithoutLinks(), o.name) && name == "hyperlink" {
		v.report("%s: %s contains a link", part, o.name)
	}
	order, ok := childOrders()[o.name]
	if !ok || order == nil {
		return
	}
	at := slices.Index(order, name)
	if at < 0 {
		return // the child is in another namespace
	}
	if at < o.position {
		v.report("%s: %s is in the wrong position in %s", part, name, o.name)
	}
	o.position = at
}

// checkEnd checks whether the element ends with the content that it requires, such as a paragraph at the end of a cell.
func (o *openElement) checkEnd(v *validator, part string) {
	if o.name == "tc" && strings.HasPrefix(part, "word/") && o.lastChild != "p" && o.lastChild != "sdt" {
		v.report("%s: a table cell ends with %q, want a paragraph", part, o.lastChild)
	}
	if slices.Contains([]string{"hdr", "ftr", "txbxContent"}, o.name) && o.lastChild == "" {
		v.report("%s: %s is empty", part, o.name)
	}
}
