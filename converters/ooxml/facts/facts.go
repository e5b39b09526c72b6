// Package facts reads what the pages of an Office document do not show: requested fonts, external and active content,
// comments, embedded objects, and images that cannot be drawn.
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

// maxFactBytes limits the number of bytes of a document that are read.
const maxFactBytes = 64 << 20

// Facts returns properties of a document that its pages do not show. kind is the document's type, such as "docx". Parts
// that cannot be read are listed in the result.
func Facts(in *os.File, kind string) (wire.Facts, error) {
	f := &facts{kind: kind, remaining: maxFactBytes}
	var magic [8]byte
	if _, err := in.ReadAt(magic[:], 0); err != nil && err != io.EOF {
		return wire.Facts{}, err
	}
	switch {
	case bytes.HasPrefix(magic[:], []byte("PK")):
		newPackageReader(f).readPackage(in)
	case string(magic[:]) == oleMagic:
		f.addWarning((&binaryReader{facts: f}).readCompound(in))
	case bytes.HasPrefix(magic[:], []byte(`{\rtf`)):
		f.addWarning((&rtfReader{f}).read(in))
	case f.kind == "xls": // a workbook before Excel 5, which is no compound file
		f.addWarning((&binaryReader{facts: f}).readBIFF(bufio.NewReader(&limitedReader{io.NewSectionReader(in, 0, 1<<62), &f.remaining})))
	}
	slices.Sort(f.Inserted)
	f.UncheckedPictures = f.checker.Unchecked
	return f.Facts, nil
}

// facts is the state of reading the facts of a document.
type facts struct {
	wire.Facts
	kind      string
	checker   imagecheck.Check
	remaining int64 // bytes that may still be read
}

// packageReader reads the facts of an Office Open XML package.
type packageReader struct {
	facts    *facts
	pkg      *opc.Package // the package, or a document inserted into it
	fonts    *fontList
	notDrawn notDrawn
	active   activeContent
	depth    int // 0 for the package itself, 1 for a document inserted into it, and so on
}

func newPackageReader(f *facts) *packageReader {
	return &packageReader{facts: f, fonts: newFontList(), notDrawn: newNotDrawn()}
}

// addWarning records an error once. A nil error is ignored.
func (f *facts) addWarning(err error) {
	if err == nil {
		return
	}
	if why := shortened(err.Error()); len(f.Unread) < wire.MaxFacts && !slices.Contains(f.Unread, why) {
		f.Unread = append(f.Unread, why)
	}
}

func (f *facts) addLink(kind, target string) {
	link := wire.FactLink{Kind: shortened(kind), Target: shortened(target)}
	if len(f.Links) < wire.MaxFacts && !slices.Contains(f.Links, link) {
		f.Links = append(f.Links, link)
	}
}

// shortened returns text without control characters and truncated to the limit of the report.
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

// printable returns -1 for control characters, else r.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}

var errTooLarge = errors.New("it is too large to be inspected")

// scan scans a part of the package within the limit of bytes, and records errors.
func (f *packageReader) scan(key string, visit func(opc.Token) (more bool)) {
	if f.pkg.Parts[key] == nil {
		return
	}
	err := f.pkg.Scan(key, func(t opc.Token) bool {
		f.facts.remaining -= int64(len(t.Raw))
		return f.facts.remaining > 0 && visit(t)
	})
	if f.facts.remaining <= 0 {
		err = errTooLarge
	}
	f.facts.addWarning(err)
}

func (f *packageReader) readPackage(in *os.File) {
	var err error
	if f.pkg, err = opc.Open(in); err != nil {
		f.facts.addWarning(err)
		return
	}
	f.readParts()
	f.facts.Fonts = f.fonts.names()
	f.facts.Videos, f.facts.Charts, f.facts.Filters = len(f.notDrawn.media), len(f.notDrawn.charts), len(f.notDrawn.filters) > 0
}

// readParts reads the parts of the package.
func (f *packageReader) readParts() {
	f.active = newActiveContent()
	related := f.readRelations()
	f.readControlParts()
	main, err := f.pkg.Main()
	if err != nil {
		f.facts.addWarning(err)
		return
	}
	relations, err := f.pkg.Relations(main)
	f.facts.addWarning(err)
	switch f.facts.kind {
	case "docx", "dotx":
		f.readText(main, relations)
	case "pptx", "potx", "ppsx":
		f.readSlides(relations)
	case "xlsx":
		f.readWorkbook(main, relations)
	}
	for _, key := range f.pkg.Keys {
		if strings.Contains(key, "/charts/") || strings.Contains(key, "/drawings/") {
			f.readDrawnFonts(key)
		}
	}
	f.resolveThemeFonts()
	f.readSVGs(related.pictures)
	f.checkReferences()
	f.addConnections()
	f.readInserted(related.chunks)
}

// related are parts whose meaning depends on the relationships to them.
type related struct {
	embedded, pictures map[string]bool
	chunks             []string // inserted documents
}

// readRelations reads the relationships of all parts.
func (f *packageReader) readRelations() related {
	all := related{embedded: map[string]bool{}, pictures: map[string]bool{}}
	for _, key := range f.pkg.Keys {
		folder, file, found := strings.Cut(key, "/_rels/")
		if !found || !strings.HasSuffix(file, ".rels") {
			continue
		}
		part := folder + "/" + strings.TrimSuffix(file, ".rels")
		relations, err := f.pkg.Relations(part)
		if f.facts.remaining -= f.pkg.Size(key); f.facts.remaining < 0 {
			f.facts.addWarning(errTooLarge)
			break
		}
		f.facts.addWarning(err)
		for _, r := range relations {
			f.readRelation(part, r, &all)
		}
	}
	f.facts.Embedded += len(all.embedded)
	return all
}

func (f *packageReader) readRelation(part string, r opc.Relation, all *related) {
	if r.External {
		if r.Kind != "hyperlink" {
			f.facts.addLink(r.Kind, r.Target)
		}
		return
	}
	f.notDrawn.record(r)
	f.readActiveContent(r)
	switch r.Kind {
	case "vbaProject":
		f.facts.Macros = true
	case "origin":
		f.facts.Signed = true // the origin of digital signatures (ECMA-376 part 2, 12.2)
	case "notesSlide":
		f.facts.Notes++
	case "comments":
		f.countComments(r.Key)
	case "externalLink":
		f.readExternalBook(r.Key)
	case "image":
		f.checkImagePart(r)
		all.pictures[r.Key] = true
	case "aFChunk":
		if len(all.chunks) < opc.MaxRelations {
			all.chunks = append(all.chunks, r.Key)
		}
	case "oleObject", "package":
		// The workbook of a chart does not count as an embedded object.
		if !strings.Contains(part, "/charts/") && len(all.embedded) < opc.MaxParts {
			all.embedded[r.Key] = true
		}
	}
}

func (f *packageReader) countComments(key string) {
	f.scan(key, func(t opc.Token) bool {
		if local := string(t.Local); t.Kind != opc.EndTag && (local == "comment" || local == "cm") {
			f.facts.Comments++
		}
		return true
	})
}

func (f *packageReader) readSlides(relations []opc.Relation) {
	for _, r := range relations {
		switch r.Kind {
		case "slide":
			first := true
			f.scan(r.Key, func(t opc.Token) bool {
				if first && t.Kind == opc.StartTag && !t.IsTrue("show") {
					f.facts.HiddenSlides++
				}
				first = first && t.Kind == opc.TextRun
				f.fonts.processDrawing(t)
				return true
			})
		case "slideMaster":
			f.readDrawnFonts(r.Key)
		}
	}
}

func (f *packageReader) readDrawnFonts(key string) {
	f.scan(key, func(t opc.Token) bool {
		f.fonts.processDrawing(t)
		return true
	})
}

func (f *packageReader) readWorkbook(main string, relations []opc.Relation) {
	book, err := opc.ReadWorkbook(f.pkg, main)
	f.facts.addWarning(err)
	for _, sheet := range book.Sheets {
		if sheet.Hidden {
			f.facts.HiddenSheets++
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
			f.fonts.requestByIndex(names, cmp.Or(t.Value("fontId"), "0"))
		}
		return len(names) < opc.MaxRelations
	})
	f.readFormulas(main)
	for _, r := range relations {
		f.readSheet(r, &book)
	}
}

// readSheet reads a sheet. It is a macro sheet if the relationship to it or its root element says so.
func (f *packageReader) readSheet(r opc.Relation, book *opc.Workbook) {
	macros := r.Kind == "xlMacrosheet" || r.Kind == "xlIntlMacrosheet"
	if r.Kind == "dialogsheet" {
		f.facts.addDialogSheet(book.SheetByID(r.Id).Name)
	}
	if r.Kind != "worksheet" && !macros {
		return
	}
	f.scan(r.Key, func(t opc.Token) bool {
		macros = macros || t.Kind != opc.TextRun && string(t.Local) == "macrosheet"
		return t.Kind == opc.TextRun
	})
	if macros {
		sheet := book.SheetByID(r.Id)
		f.facts.addMacroSheet(sheet.Name, sheet.Hidden)
	}
	f.readFormulas(r.Key)
}
