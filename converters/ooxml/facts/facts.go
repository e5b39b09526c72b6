// Package facts reads what the pages of an Office document do not show: requested fonts, external and active content, comments,
// embedded objects, and images that cannot be drawn.
package facts

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// factBytes bounds how much of a document is read for its facts.
const factBytes = 64 << 20

// Facts returns what the pages of the document in do not show. kind is the document's type, such as "docx". Parts that
// cannot be read are listed in the result.
func Facts(in *os.File, kind string) (wire.Facts, error) {
	f := &facts{kind: kind, left: factBytes}
	var magic [8]byte
	if _, err := in.ReadAt(magic[:], 0); err != nil && err != io.EOF {
		return wire.Facts{}, err
	}
	switch {
	case bytes.HasPrefix(magic[:], []byte("PK")):
		newPackageReader(f).ofPackage(in)
	case string(magic[:]) == oleMagic:
		f.warn((&binaryReader{facts: f}).ofCompound(in))
	case bytes.HasPrefix(magic[:], []byte(`{\rtf`)):
		f.warn((&rtfReader{f}).ofRTF(in))
	case f.kind == "xls": // before Excel 5, outside of a compound file
		f.warn((&binaryReader{facts: f}).ofBIFF(bufio.NewReader(&metered{io.NewSectionReader(in, 0, 1<<62), &f.left})))
	}
	slices.Sort(f.Inserted)
	f.UncheckedPictures = f.checker.Unchecked
	return f.Facts, nil
}

// facts are the facts of a document that is being read.
type facts struct {
	wire.Facts
	kind    string
	checker imagecheck.Check
	left    int64 // bytes that may still be read
}

// packageReader reads the facts of an Office Open XML package.
type packageReader struct {
	*facts
	pack    *opc.Package // the package, or a document that is inserted into it
	fonts   *fontList
	undrawn undrawn
	active  active
	depth   int // 0 for the package itself, 1 for a document that is inserted into it, and so on
}

func newPackageReader(f *facts) *packageReader {
	return &packageReader{facts: f, fonts: newFontList(), undrawn: newUndrawn()}
}

// warn keeps what went wrong, once.
func (f *facts) warn(err error) {
	if err == nil {
		return
	}
	if why := shortened(err.Error()); len(f.Unread) < wire.MaxFacts && !slices.Contains(f.Unread, why) {
		f.Unread = append(f.Unread, why)
	}
}

func (f *facts) link(kind, target string) {
	link := wire.FactLink{Kind: shortened(kind), Target: shortened(target)}
	if len(f.Links) < wire.MaxFacts && !slices.Contains(f.Links, link) {
		f.Links = append(f.Links, link)
	}
}

// shortened returns text that is short and can be shown: without control characters.
func shortened(text string) string {
	if text = strings.Map(printable, strings.ToValidUTF8(text, "\uFFFD")); len(text) <= wire.MaxTarget {
		return text
	}
	end := wire.MaxTarget
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// printable drops control characters.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}

var errMuch = errors.New("it is larger than what is looked at")

// scan is that of the package, as long as there may be more.
func (f *packageReader) scan(key string, visit func(opc.Token) (more bool)) {
	if f.pack.Parts[key] == nil {
		return
	}
	err := f.pack.Scan(key, func(t opc.Token) bool {
		f.left -= int64(len(t.Raw))
		return f.left > 0 && visit(t)
	})
	if f.left <= 0 {
		err = errMuch
	}
	f.warn(err)
}

func (f *packageReader) ofPackage(in *os.File) {
	var err error
	if f.pack, err = opc.Open(in); err != nil {
		f.warn(err)
		return
	}
	f.ofParts()
	f.Fonts = f.fonts.names()
	f.Films, f.Charts, f.Filters = len(f.undrawn.played), len(f.undrawn.charts), len(f.undrawn.filters) > 0
}

// ofParts looks at the parts of the package.
func (f *packageReader) ofParts() {
	f.active = newActive()
	related := f.ofRelations()
	f.ofControlParts()
	main, err := f.pack.Main()
	if err != nil {
		f.warn(err)
		return
	}
	relations, err := f.pack.Relations(main)
	f.warn(err)
	switch f.kind {
	case "docx", "dotx":
		f.ofText(main, relations)
	case "pptx", "potx", "ppsx":
		f.ofSlides(relations)
	case "xlsx":
		f.ofWorkbook(main, relations)
	}
	for _, key := range f.pack.Order {
		if strings.Contains(key, "/charts/") || strings.Contains(key, "/drawings/") {
			f.drawnFonts(key)
		}
	}
	f.ofThemes()
	f.ofPictures(related.pictures)
	f.ofReferences()
	f.tellActive()
	f.ofChunks(related.chunks)
}

// related are the parts of a package that are looked into for what others say that they
// are to them.
type related struct {
	embedded, pictures map[string]bool
	chunks             []string // documents that are taken in
}

// ofRelations looks at what all parts are related to.
func (f *packageReader) ofRelations() related {
	all := related{embedded: map[string]bool{}, pictures: map[string]bool{}}
	for _, key := range f.pack.Order {
		folder, file, found := strings.Cut(key, "/_rels/")
		if !found || !strings.HasSuffix(file, ".rels") {
			continue
		}
		part := folder + "/" + strings.TrimSuffix(file, ".rels")
		relations, err := f.pack.Relations(part)
		if f.left -= f.pack.Size(key); f.left < 0 {
			f.warn(errMuch)
			break
		}
		f.warn(err)
		for _, r := range relations {
			f.ofRelation(part, r, &all)
		}
	}
	f.Embedded += len(all.embedded)
	return all
}

func (f *packageReader) ofRelation(part string, r opc.Relation, all *related) {
	if r.External {
		if r.Kind != "hyperlink" {
			f.link(r.Kind, r.Target)
		}
		return
	}
	f.undrawn.relation(r)
	f.ofActive(r)
	switch r.Kind {
	case "vbaProject":
		f.Macros = true
	case "origin":
		f.Signed = true // that of signatures: ECMA-376 part 2, 12.2
	case "notesSlide":
		f.Notes++
	case "comments":
		f.comments(r.Key)
	case "externalLink":
		f.ofOtherBook(r.Key)
	case "image":
		f.checkPart(r)
		all.pictures[r.Key] = true
	case "aFChunk":
		if len(all.chunks) < opc.MaxRelations {
			all.chunks = append(all.chunks, r.Key)
		}
	case "oleObject", "package":
		// A chart keeps its numbers in a workbook.
		if !strings.Contains(part, "/charts/") && len(all.embedded) < opc.MaxParts {
			all.embedded[r.Key] = true
		}
	}
}

func (f *packageReader) comments(key string) {
	f.scan(key, func(t opc.Token) bool {
		if local := string(t.Local); t.Kind != opc.EndTag && (local == "comment" || local == "cm") {
			f.Comments++
		}
		return true
	})
}

func (f *packageReader) ofSlides(relations []opc.Relation) {
	for _, r := range relations {
		switch r.Kind {
		case "slide":
			first := true
			f.scan(r.Key, func(t opc.Token) bool {
				if first && t.Kind == opc.StartTag && !t.Set("show") {
					f.HiddenSlides++
				}
				first = first && t.Kind == opc.TextRun
				f.fonts.drawn(t)
				return true
			})
		case "slideMaster":
			f.drawnFonts(r.Key)
		}
	}
}

func (f *packageReader) drawnFonts(key string) {
	f.scan(key, func(t opc.Token) bool {
		f.fonts.drawn(t)
		return true
	})
}

func (f *packageReader) ofWorkbook(main string, relations []opc.Relation) {
	book, err := opc.ReadWorkbook(f.pack, main)
	f.warn(err)
	for _, sheet := range book.Sheets {
		if sheet.Hidden {
			f.HiddenSheets++
		}
	}
	var names []string
	list := ""
	f.scan(opc.RelatedPart(relations, "styles"), func(t opc.Token) bool {
		switch local := string(t.Local); {
		case t.Kind == opc.EndTag:
		case local == "fonts" || local == "cellXfs" || local == "cellStyleXfs":
			list = local
		case list == "fonts" && (local == "name" || local == "rFont"):
			names = append(names, t.Value("val"))
		case list == "cellXfs" && local == "xf":
			f.fonts.numbered(names, cmp.Or(t.Value("fontId"), "0"))
		}
		return len(names) < opc.MaxRelations
	})
	f.ofFormulas(main)
	for _, r := range relations {
		f.ofSheet(r, &book)
	}
}

// ofSheet looks at a sheet, which is one of macros by its relationship or by what it says itself.
func (f *packageReader) ofSheet(r opc.Relation, book *opc.Workbook) {
	macros := r.Kind == "xlMacrosheet" || r.Kind == "xlIntlMacrosheet"
	if r.Kind == "dialogsheet" {
		f.dialogSheet(book.Named(r.Id).Name)
	}
	if r.Kind != "worksheet" && !macros {
		return
	}
	f.scan(r.Key, func(t opc.Token) bool {
		macros = macros || t.Kind != opc.TextRun && string(t.Local) == "macrosheet"
		return t.Kind == opc.TextRun
	})
	if macros {
		sheet := book.Named(r.Id)
		f.macroSheet(sheet.Name, sheet.Hidden)
	}
	f.ofFormulas(r.Key)
}
