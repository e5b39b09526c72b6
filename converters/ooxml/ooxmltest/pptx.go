package ooxmltest

import (
	"fmt"
	"strings"
)

const (
	slideType = office + "presentationml."
	slideNS   = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="` + relation +
		`" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
	emptyTree = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`
)

// Pptx returns a presentation whose slides have a title, lines of text and a picture.
func Pptx(slides int) []byte { return PptxHidden(slides, 0) }

// PptxHidden returns a presentation whose first slides are hidden.
func PptxHidden(slides, hidden int) []byte {
	var parts []Part
	order := make([]int, slides)
	for i := range slides {
		order[i] = i + 1
		parts = append(parts, slideParts(i, i >= hidden)...)
	}
	return pptx(order, parts)
}

// Slide is the content of a slide: its shapes as XML, and related parts as pairs of kind and target, which get the
// relationship ids r2, r3 and so on.
type Slide struct {
	Shapes  string
	Related []string
	Hidden  bool
}

// PptxOf returns a presentation of the given slides. order contains the numbers of the slides, from 1, in presentation
// order.
func PptxOf(order []int, slides ...Slide) []byte {
	var parts []Part
	for i, slide := range slides {
		show := ""
		if slide.Hidden {
			show = ` show="0"`
		}
		related := append([]string{"slideLayout", "../slideLayouts/slideLayout1.xml"}, slide.Related...)
		parts = append(parts,
			Part{Name: fmt.Sprintf("ppt/slides/slide%d.xml", i+1), Type: slideType + "slide+xml", Content: head + `<p:sld ` + slideNS + show +
				`><p:cSld><p:spTree>` + emptyTree + slide.Shapes + `</p:spTree></p:cSld></p:sld>`},
			Part{Name: fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", i+1), Content: Relations(related...)})
	}
	return pptx(order, parts)
}

// pptx returns a presentation of slide parts.
func pptx(order []int, slides []Part) []byte {
	var ids strings.Builder
	targets := []string{"slideMaster", "slideMasters/slideMaster1.xml"}
	for i, number := range order {
		fmt.Fprintf(&ids, `<p:sldId id="%d" r:id="r%d"/>`, 256+i, i+2)
		targets = append(targets, "slide", fmt.Sprintf("slides/slide%d.xml", number))
	}
	parts := append([]Part{{}, {}}, slides...)
	parts[0] = Part{Name: "ppt/presentation.xml", Type: slideType + "presentation.main+xml", Content: head + `<p:presentation ` + slideNS +
		`><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r1"/></p:sldMasterIdLst><p:sldIdLst>` + ids.String() +
		`</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`}
	parts[1] = Part{Name: "ppt/_rels/presentation.xml.rels", Content: Relations(targets...)}
	return Pack(append(parts, slideMaster()...)...)
}

func slideParts(number int, visible bool) []Part {
	show := ""
	if !visible {
		show = ` show="0"`
	}
	var lines strings.Builder
	for i := range 8 {
		fmt.Fprintf(&lines, `<a:p><a:r><a:rPr lang="en-US" sz="1600"/><a:t>%s</a:t></a:r></a:p>`, Sentence(number*8+i, 8))
	}
	text := func(id, y, height int, content string) string {
		return fmt.Sprintf(
			`<p:sp><p:nvSpPr><p:cNvPr id="%d" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" `+
				`y="%d"/><a:ext cx="6000000" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>`+
				`<a:lstStyle/>%s</p:txBody></p:sp>`, id, y, height, content)
	}
	content := head + `<p:sld ` + slideNS + show + `><p:cSld><p:spTree>` + emptyTree +
		text(2, 300000, 900000, fmt.Sprintf(`<a:p><a:r><a:rPr lang="en-US" sz="3200"/><a:t>Slide %d</a:t></a:r></a:p>`, number+1)) +
		text(3, 1500000, 4000000, lines.String()) +
		`<p:pic><p:nvPicPr><p:cNvPr id="4" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="r2"/><a:stretch>` +
		`<a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="6700000" y="1500000"/><a:ext cx="2000000" cy="2000000"/></a:xfrm>` +
		`<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic></p:spTree></p:cSld></p:sld>`
	return []Part{
		{Name: fmt.Sprintf("ppt/slides/slide%d.xml", number+1), Type: slideType + "slide+xml", Content: content},
		{Name: fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", number+1), Content: Relations("slideLayout", "../slideLayouts/slideLayout1.xml",
			"image", fmt.Sprintf("../media/image%d.png", number+1))},
		{Name: fmt.Sprintf("ppt/media/image%d.png", number+1), Content: Picture(number, 96)},
	}
}

func slideMaster() []Part {
	const colors = `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" ` +
		`accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>`
	return []Part{
		{Name: "ppt/slideMasters/slideMaster1.xml", Type: slideType + "slideMaster+xml", Content: head + `<p:sldMaster ` + slideNS +
			`><p:cSld><p:spTree>` + emptyTree + `</p:spTree></p:cSld>` + colors +
			`<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="r1"/></p:sldLayoutIdLst></p:sldMaster>`},
		{Name: "ppt/slideMasters/_rels/slideMaster1.xml.rels", Content: Relations("slideLayout", "../slideLayouts/slideLayout1.xml", "theme",
			"../theme/theme1.xml")},
		{Name: "ppt/slideLayouts/slideLayout1.xml", Type: slideType + "slideLayout+xml", Content: head + `<p:sldLayout ` + slideNS +
			` type="blank"><p:cSld name="Blank"><p:spTree>` + emptyTree + `</p:spTree></p:cSld></p:sldLayout>`},
		{Name: "ppt/slideLayouts/_rels/slideLayout1.xml.rels", Content: Relations("slideMaster", "../slideMasters/slideMaster1.xml")},
		{Name: "ppt/theme/theme1.xml", Type: office + "theme+xml", Content: theme()},
	}
}

func theme() string {
	var colors strings.Builder
	for i, name := range strings.Fields("dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink") {
		value := []string{"000000", "FFFFFF", "1F497D", "EEECE1", "4F81BD"}[min(i, 4)]
		fmt.Fprintf(&colors, `<a:%[1]s><a:srgbClr val="%[2]s"/></a:%[1]s>`, name, value)
	}
	const fill = `<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>`
	return head +
		`<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">` +
		colors.String() +
		`</a:clrScheme><a:fontScheme name="Plain"><a:majorFont><a:latin typeface="Cambria"/><a:ea typeface=""/><a:cs ` +
		`typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont>` +
		`</a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>` +
		strings.Repeat(fill, 3) + `</a:fillStyleLst><a:lnStyleLst>` + strings.Repeat(`<a:ln w="9525">`+fill+`</a:ln>`, 3) +
		`</a:lnStyleLst><a:effectStyleLst>` + strings.Repeat(`<a:effectStyle><a:effectLst/></a:effectStyle>`, 3) +
		`</a:effectStyleLst><a:bgFillStyleLst>` + strings.Repeat(fill, 3) + `</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
}
