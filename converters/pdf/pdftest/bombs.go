package pdftest

import (
	"fmt"
	"strings"
)

// Bombs returns PDFs of up to some megabytes that need more time, memory, stack or pages than any machine has. The keys
// describe their content.
func Bombs() map[string][]byte {
	return map[string][]byte{
		"forms in forms":   Chain(20_000),
		"a form in itself": selfDrawn("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "/XObject<</X %d 0 R>>", "/X Do /X Do"),
		"a pattern in itself": selfDrawn("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9", "/Pattern<</X %d 0 R>>",
			"/Pattern cs /X scn 0 0 99 99 re f"),
		"a pattern of tiny tiles":  tiles(),
		"characters in characters": characters(),
		"an enormous image":        HugeImage(100_000),
		"an inflated image":        inflatedImage(40_000),
		"an inflated page":         inflatedPage(1 << 26),
		"saved states":             Build([]Page{{Compressed: true, Content: Compressed(strings.Repeat("q ", 2_000_000))}}),
		"nested arrays":            Build([]Page{{Content: strings.Repeat("[", 2_000_000)}}),
		"nested objects":           WithCatalog("/Deep "+strings.Repeat("[", 1_000_000), []Page{{}}),
		"endless text": Build([]Page{{Compressed: true,
			Content: Compressed("BT /F 1 Tf " + strings.Repeat("(aaaaaaaaaaaaaaaa) Tj ", 200_000))}}),
		"clips upon clips": Build([]Page{{Compressed: true,
			Content: Compressed(strings.Repeat("0 0 500 500 re 3 3 m 400 1 9 400 1 1 c W n ", 200_000))}}),
		"a dash of nothing":      Build([]Page{{Content: "[0.00001] 0 d 0 0 m 500 800 l S"}}),
		"groups in groups":       groups(200),
		"a broken font":          brokenFont(),
		"a program of functions": function(),
		"a tree of itself":       brokenPageTree("/Kids[%[1]d 0 R]/Count 1000"),
		"two billion pages":      brokenPageTree("/Kids[]/Count 2000000000"),
		"a deep tree":            deepTree(50_000),
	}
}

// Chain returns a PDF whose page draws a form that draws a form, and so on, n times.
func Chain(n int) []byte {
	var forms []string
	for i := range n {
		resources := ""
		if i+1 < n {
			resources = fmt.Sprintf("/Resources<</XObject<</X %d 0 R>>>>", Object(i+1))
		}
		forms = append(forms, Stream("/Type/XObject/Subtype/Form/BBox[0 0 200 200]"+resources, "/X Do 0 0 9 9 re f"))
	}
	return Build([]Page{{Content: "/X Do", Resources: fmt.Sprintf("/XObject<</X %d 0 R>>", Object(0))}}, forms...)
}

// selfDrawn returns a PDF with an object that is drawn with itself, such as a form or a pattern.
func selfDrawn(entries, resources, content string) []byte {
	own := fmt.Sprintf(resources, Object(0))
	return Build([]Page{{Content: content, Resources: own}}, Stream(entries+"/Resources<<"+own+">>", content))
}

func tiles() []byte {
	tile := Stream("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 900 900]/XStep 0.0001/YStep 0.0001/Resources<<>>", "0 0 900 900 re f")
	return Build([]Page{{
		Content:   "/Pattern cs /P scn 0 0 500 800 re f",
		Resources: fmt.Sprintf("/Pattern<</P %d 0 R>>", Object(0)),
	}}, tile)
}

// characters returns a PDF with Type 3 fonts, each of whose glyphs is drawn with the next font. The last font uses the
// first.
func characters() []byte {
	const fonts = 6
	var objects []string
	for i := range fonts {
		next := Object(2 * ((i + 1) % fonts))
		objects = append(objects, fmt.Sprintf("<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97"+
			"/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a %d 0 R>>/Resources<</Font<</F %d 0 R>>>>>>", Object(2*i+1), next),
			Stream("", "1 0 d0 BT /F 1 Tf ("+strings.Repeat("a", 40)+") Tj ET"))
	}
	return Build([]Page{{
		Content:   "BT /G 1 Tf 20 100 Td (a) Tj ET",
		Resources: fmt.Sprintf("/Font<</G %d 0 R>>", Object(0)),
	}}, objects...)
}

func inflatedImage(side int) []byte {
	image := Stream(fmt.Sprintf(
		"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter[/FlateDecode/FlateDecode]", side, side),
		Compressed(Compressed(strings.Repeat("\x00", side*1000))))
	return Build([]Page{{Content: "500 0 0 500 0 0 cm /X Do", Resources: fmt.Sprintf("/XObject<</X %d 0 R>>", Object(0))}}, image)
}

func inflatedPage(size int) []byte {
	return Build([]Page{{Compressed: true, Content: Compressed(strings.Repeat(" ", size))}})
}

func groups(n int) []byte {
	var forms []string
	for i := range n {
		forms = append(forms, Stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 5000 5000]/Group<</S/Transparency/I true/K true>>"+
			"/Resources<</XObject<</X %d 0 R>>/ExtGState<</G<</ca .5/BM/Luminosity>>>>>>", Object(i+1)), "/G gs /X Do /X Do"))
	}
	forms = append(forms, Stream("/Type/XObject/Subtype/Form/BBox[0 0 5000 5000]", "0 0 5000 5000 re f"))
	return Build([]Page{{Box: "0 0 5000 5000", Content: "/X Do", Resources: fmt.Sprintf("/XObject<</X %d 0 R>>", Object(0))}}, forms...)
}

func brokenFont() []byte {
	program := "\x00\x01\x00\x00\x00\x03glyf\x00\x00\x00\x00\x00\x00\x00\x3c\xff\xff\xff\xff" +
		"loca\x00\x00\x00\x00\x00\x00\x00\x3c\xff\xff\xff\xffhead\x00\x00\x00\x00\x00\x00\x00\x3c\xff\xff\xff\xff"
	return Build([]Page{{
		Content:   "BT /A 24 Tf 20 100 Td (Agy) Tj ET",
		Resources: fmt.Sprintf("/Font<</A %d 0 R>>", Object(0)),
	}},
		fmt.Sprintf("<</Type/Font/Subtype/TrueType/BaseFont/Broken/FontDescriptor %d 0 R>>", Object(1)),
		fmt.Sprintf("<</FontName/Broken/Flags 32/FontFile2 %d 0 R>>", Object(2)),
		Stream("", program+strings.Repeat("\xff", 5000)))
}

// function returns a PDF with a shading whose PostScript function is long.
func function() []byte { return Build([]Page{shading()}, program()) }

func shading() Page {
	return Page{
		Content:   "/S sh",
		Resources: fmt.Sprintf("/Shading<</S<</ShadingType 1/ColorSpace/DeviceRGB/Matrix[600 0 0 900 0 0]/Function %d 0 R>>>>", Object(0)),
	}
}

func program() string {
	return Stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]", "{"+strings.Repeat("dup mul sqrt ", 30_000)+"pop 0 0 0}")
}

// Stuck returns a PDF of three pages. Page 1 has the text "One" and page 3 "Three". Page 2 is a shading that takes many
// seconds to draw or read, and MuPDF does not abort it.
func Stuck() []byte { return Build([]Page{Text("One"), shading(), Text("Three")}, program()) }

// brokenPageTree returns a PDF whose page tree has the given entries, in which %[1]d stands for the tree's object
// number.
func brokenPageTree(entries string) []byte {
	if strings.Contains(entries, "%") {
		entries = fmt.Sprintf(entries, tree)
	}
	f := &file{}
	f.object("<</Type/Catalog/Pages %d 0 R>>", tree)
	f.object("<</Type/Pages%s>>", entries)
	f.object("<<>>")
	f.object("<</Title(A tiny PDF)>>")
	return f.finish()
}

// deepTree returns a PDF whose only page is below n nodes of the page tree.
func deepTree(n int) []byte {
	f := &file{}
	f.object("<</Type/Catalog/Pages %d 0 R>>", firstFree)
	f.object("<<>>")
	f.object("<<>>")
	f.object("<</Title(A tiny PDF)>>")
	for i := range n {
		f.object("<</Type/Pages/Kids[%d 0 R]/Count 1/Parent %d 0 R>>", firstFree+i+1, firstFree+max(0, i-1))
	}
	f.object("<</Type/Page/Parent %d 0 R/MediaBox[0 0 9 9]>>", firstFree+n-1)
	return f.finish()
}

// Tree returns a PDF of two pages, which are the objects 5 and 6. The page tree, object 2, has the given kids and
// declares the given count. Further objects are numbered from 7.
func Tree(kids, count string, further ...string) []byte {
	f := &file{}
	f.object("<</Type/Catalog/Pages %d 0 R>>", tree)
	f.object("<</Type/Pages/Kids[%s]/Count %s>>", kids, count)
	f.object("<<>>")
	f.object("<</Title(A tiny PDF)>>")
	for range 2 {
		f.object("<</Type/Page/Parent %d 0 R/MediaBox[0 0 9 9]>>", tree)
	}
	for _, object := range further {
		f.object("%s", object)
	}
	return f.finish()
}
