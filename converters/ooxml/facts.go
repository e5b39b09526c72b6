package ooxml

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

	"lectern/converters/wire"
)

// factBytes bounds how much of a document is read for its facts.
const factBytes = 64 << 20

// Facts tells what the document in has that its pages do not show. The kind is its
// type. What cannot be read is told, too.
func Facts(in *os.File, kind string) (wire.Facts, error) {
	f := &facts{kind: kind, left: factBytes, fonts: newFontList(), undrawn: newUndrawn()}
	var magic [8]byte
	if _, err := in.ReadAt(magic[:], 0); err != nil && err != io.EOF {
		return wire.Facts{}, err
	}
	switch {
	case bytes.HasPrefix(magic[:], []byte("PK")):
		f.ofPackage(in)
	case string(magic[:]) == oleMagic:
		f.warn(f.ofCompound(in))
	case bytes.HasPrefix(magic[:], []byte(`{\rtf`)):
		f.warn(f.ofRTF(in))
	case f.kind == "xls":
		f.warn(f.ofBIFF(bufio.NewReader(&metered{io.NewSectionReader(in, 0, 1<<62), &f.left}))) // before Excel 5
	}
	f.Fonts = f.fonts.names()
	slices.Sort(f.Inserted)
	f.UncheckedPictures = f.checker.unchecked
	f.Films, f.Charts, f.Filters = len(f.undrawn.played), len(f.undrawn.charts), len(f.undrawn.filters) > 0
	return f.Facts, nil
}

// facts are those of one document that are being gathered.
type facts struct {
	wire.Facts
	kind  string
	pack  *pack
	fonts *fontList
	// undrawn is what pages show otherwise.
	undrawn undrawn
	active  active
	checker pictureCheck
	left    int64    // bytes that may still be read
	unnamed int      // pictures in drawings so far, which are told by their number
	places  []uint32 // where the pictures of a presentation lie
	// within is how many documents the one lies in that is being looked at.
	within int
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
func (f *facts) scan(key string, visit func(token) (more bool)) {
	if f.pack.parts[key] == nil {
		return
	}
	err := f.pack.scan(key, func(t token) bool {
		f.left -= int64(len(t.raw))
		return f.left > 0 && visit(t)
	})
	if f.left <= 0 {
		err = errMuch
	}
	f.warn(err)
}

func (f *facts) ofPackage(in *os.File) {
	var err error
	if f.pack, err = openPack(in); err != nil {
		f.warn(err)
		return
	}
	f.ofParts()
}

// ofParts looks at the parts of the package.
func (f *facts) ofParts() {
	f.active = newActive()
	related := f.ofRelations()
	f.ofControlParts()
	main, err := f.pack.main()
	if err != nil {
		f.warn(err)
		return
	}
	relations, err := f.pack.relations(main)
	f.warn(err)
	switch f.kind {
	case "docx", "dotx":
		f.ofText(main, relations)
	case "pptx", "potx", "ppsx":
		f.ofSlides(relations)
	case "xlsx":
		f.ofWorkbook(main, relations)
	}
	for _, key := range f.pack.order {
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
func (f *facts) ofRelations() related {
	all := related{embedded: map[string]bool{}, pictures: map[string]bool{}}
	for _, key := range f.pack.order {
		folder, file, found := strings.Cut(key, "/_rels/")
		if !found || !strings.HasSuffix(file, ".rels") {
			continue
		}
		part := folder + "/" + strings.TrimSuffix(file, ".rels")
		relations, err := f.pack.relations(part)
		if f.left -= f.pack.size(key); f.left < 0 {
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

func (f *facts) ofRelation(part string, r relation, all *related) {
	if r.external {
		if r.kind != "hyperlink" {
			f.link(r.kind, r.target)
		}
		return
	}
	f.undrawn.relation(r)
	f.ofActive(r)
	switch r.kind {
	case "vbaProject":
		f.Macros = true
	case "origin":
		f.Signed = true // that of signatures: ECMA-376 part 2, 12.2
	case "notesSlide":
		f.Notes++
	case "comments":
		f.comments(r.key)
	case "externalLink":
		f.ofOtherBook(r.key)
	case "image":
		f.checkPart(r)
		all.pictures[r.key] = true
	case "aFChunk":
		if len(all.chunks) < maxRels {
			all.chunks = append(all.chunks, r.key)
		}
	case "oleObject", "package":
		// A chart keeps its numbers in a workbook.
		if !strings.Contains(part, "/charts/") && len(all.embedded) < maxParts {
			all.embedded[r.key] = true
		}
	}
}

func (f *facts) comments(key string) {
	f.scan(key, func(t token) bool {
		if local := string(t.local); t.kind != endTag && (local == "comment" || local == "cm") {
			f.Comments++
		}
		return true
	})
}

func (f *facts) ofSlides(relations []relation) {
	for _, r := range relations {
		switch r.kind {
		case "slide":
			first := true
			f.scan(r.key, func(t token) bool {
				if first && t.kind == startTag && !t.set("show") {
					f.HiddenSlides++
				}
				first = first && t.kind == textRun
				f.fonts.drawn(t)
				return true
			})
		case "slideMaster":
			f.drawnFonts(r.key)
		}
	}
}

func (f *facts) drawnFonts(key string) {
	f.scan(key, func(t token) bool {
		f.fonts.drawn(t)
		return true
	})
}

func (f *facts) ofWorkbook(main string, relations []relation) {
	book, err := readWorkbook(f.pack, main)
	f.warn(err)
	for _, sheet := range book.sheets {
		if sheet.hidden {
			f.HiddenSheets++
		}
	}
	var names []string
	list := ""
	f.scan(of(relations, "styles"), func(t token) bool {
		switch local := string(t.local); {
		case t.kind == endTag:
		case local == "fonts" || local == "cellXfs" || local == "cellStyleXfs":
			list = local
		case list == "fonts" && (local == "name" || local == "rFont"):
			names = append(names, t.value("val"))
		case list == "cellXfs" && local == "xf":
			f.fonts.numbered(names, cmp.Or(t.value("fontId"), "0"))
		}
		return len(names) < maxRels
	})
	f.ofFormulas(main)
	for _, r := range relations {
		f.ofSheet(r, &book)
	}
}

// ofSheet looks at a sheet, which is one of macros by its relationship or by what it says itself.
func (f *facts) ofSheet(r relation, book *workbook) {
	macros := r.kind == "xlMacrosheet" || r.kind == "xlIntlMacrosheet"
	if r.kind == "dialogsheet" {
		f.dialogSheet(book.named(r.id).name)
	}
	if r.kind != "worksheet" && !macros {
		return
	}
	f.scan(r.key, func(t token) bool {
		macros = macros || t.kind != textRun && string(t.local) == "macrosheet"
		return t.kind == textRun
	})
	if macros {
		sheet := book.named(r.id)
		f.macroSheet(sheet.name, sheet.hidden)
	}
	f.ofFormulas(r.key)
}
