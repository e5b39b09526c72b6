package facts

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// addImage adds an image with its fault. An empty fault is ignored.
func (f *facts) addImage(name, fault string) {
	picture := wire.FactPicture{Name: shortened(name), Fault: fault}
	if fault != "" && len(f.Pictures) < wire.MaxFacts {
		f.Pictures = append(f.Pictures, picture)
	}
}

// checkImagePart checks the image part of a relationship once.
func (f *packageReader) checkImagePart(r opc.Relation) {
	if f.pkg.Parts[r.Key] == nil || f.pkg.CheckedImages[r.Key] {
		return // a missing part is reported by checkImage
	}
	f.pkg.CheckedImages[r.Key] = true
	if f.facts.checker.Late() { // do not decompress the part, which could take long
		f.facts.checker.Skip()
		return
	}
	part, err := f.pkg.Open(r.Key)
	if err != nil {
		f.facts.addImage(path.Base(r.Key), wire.PictureDamaged)
		return
	}
	defer part.Close()
	data, err := io.ReadAll(io.LimitReader(part, imagecheck.MaxBytes))
	complete := len(data) < imagecheck.MaxBytes
	switch fault := f.facts.checker.Fault(data, complete); {
	case len(data) == 0 || err != nil && fault == "":
		f.facts.addImage(path.Base(r.Key), wire.PictureDamaged)
	default:
		f.facts.addImage(path.Base(r.Key), fault)
	}
}

// imageElements are the elements that refer to an image, and their attributes with a relationship id.
var imageElements = map[string][]string{
	"blip": {":embed", ":link"}, "svgBlip": {":embed"}, "imagedata": {":id", ":relid"}, "fill": {":id", ":relid"},
}

// maxReferences limits the bytes of a package that are searched for references to images.
const maxReferences = 64 << 20

// checkReferences finds references to missing images, and references to controls. Worksheets and shared strings are
// skipped, because they contain neither.
func (f *packageReader) checkReferences() {
	left := int64(maxReferences)
	for _, key := range f.pkg.Keys {
		if ext := path.Ext(key); ext != ".xml" && ext != ".vml" || strings.Contains(key, "/worksheets/") ||
			strings.HasSuffix(key, "/sharedstrings.xml") {
			continue
		}
		if left -= f.pkg.Size(key); left < 0 {
			f.facts.addWarning(errTooLarge)
			return
		}
		f.checkReferencesOfPart(key)
	}
}

func (f *packageReader) checkReferencesOfPart(key string) {
	names := f.newImageReferences(key)
	var skip alternatives
	// Errors of the part are reported where its content is read.
	_ = f.pkg.Scan(key, func(t opc.Token) bool {
		f.readControlElement(names, t)
		ends := imageElements[string(t.Local)]
		if skip.skips(t) || ends == nil || t.Kind == opc.EndTag || len(names.reported) >= wire.MaxFacts {
			return true
		}
		ids := valuesWithSuffix(t, ends)
		if _, isEmbeddedObject := t.Attribute("embed"); isEmbeddedObject && len(ids) == 0 {
			ids = []string{""}
		}
		for _, id := range ids {
			names.checkImage(id)
		}
		if source := t.Value("src"); source != "" && len(ids) == 0 && string(t.Local) == "imagedata" {
			f.facts.addImage(path.Base(source), wire.PictureMissing)
		}
		return true
	})
}

// imageReferences resolves the references of a part to images and controls.
type imageReferences struct {
	reader   *packageReader
	key      string
	byID     map[string]opc.Relation // relationships by id; nil until the first look-up
	reported map[string]bool
}

func (f *packageReader) newImageReferences(key string) *imageReferences {
	return &imageReferences{reader: f, key: key, reported: map[string]bool{}}
}

// checkImage checks the image with a relationship id, regardless of the kind of the relationship. It records the image
// as missing if there is no such relationship, or if the part of the image is missing.
func (r *imageReferences) checkImage(id string) {
	relation, there := r.find(id)
	pack := r.reader.pkg
	switch {
	case r.reported[id]:
	case !there:
		r.reported[id] = true
		r.reader.facts.addImage(cmp.Or(id, "unknown"), wire.PictureMissing)
	case relation.External:
	case pack.Parts[relation.Key] != nil:
		r.reader.checkImagePart(relation)
	case !pack.CheckedImages[relation.Key]:
		r.reported[id], pack.CheckedImages[relation.Key] = true, true
		r.reader.facts.addImage(path.Base(relation.Key), wire.PictureMissing)
	}
}

// find returns the relationship with the given id.
func (r *imageReferences) find(id string) (opc.Relation, bool) {
	if r.byID == nil {
		r.byID = map[string]opc.Relation{}
		relations, _ := r.reader.pkg.Relations(r.key) // the error is reported by readRelations
		for _, relation := range relations {
			r.byID[relation.Id] = relation
		}
	}
	found, there := r.byID[id]
	return found, there
}

// supportedNS are the usual prefixes of the namespaces that LibreOffice supports: if an alternative content requires
// one of them, LibreOffice draws the choice instead of the fallback.
var supportedNS = map[string]bool{"a14": true, "p14": true, "p15": true, "x12ac": true, "v": true, "wps": true, "wpg": true, "w14": true}

// alternatives skips alternative content that LibreOffice does not draw (ECMA-376 part 3, 7.6).
type alternatives struct {
	drawn   []bool // for each open AlternateContent, whether a choice was drawn
	skipped string // name of the element that is being skipped
	depth   int
}

// skips reports whether a token is skipped.
func (a *alternatives) skips(t opc.Token) bool {
	local := string(t.Local)
	switch {
	case t.Kind == opc.TextRun:
	case a.depth > 0:
		if local == a.skipped && t.Kind == opc.StartTag {
			a.depth++
		} else if local == a.skipped && t.Kind == opc.EndTag {
			a.depth--
		}
		return true
	case local == "AlternateContent" && t.Kind == opc.StartTag:
		a.drawn = append(a.drawn, false)
	case len(a.drawn) == 0:
	case local == "AlternateContent" && t.Kind == opc.EndTag:
		a.drawn = a.drawn[:len(a.drawn)-1]
	case t.Kind == opc.StartTag && (local == "Choice" || local == "Fallback"):
		top := &a.drawn[len(a.drawn)-1]
		if *top || local == "Choice" && !supportedNS[t.Value("Requires")] {
			a.skipped, a.depth = local, 1
			return true
		}
		*top = true
	}
	return false
}

// valuesWithSuffix returns the non-empty values of the attributes whose names have one of the suffixes.
func valuesWithSuffix(t opc.Token, suffixes []string) (ids []string) {
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		for _, end := range suffixes {
			if bytes.HasSuffix(name, []byte(end)) && len(value) > 0 {
				ids = append(ids, opc.Unescape(value))
			}
		}
	})
	return ids
}

// maxRTFImages limits the bytes of an RTF that are searched for images.
const maxRTFImages = 64 << 20

// checkImages checks the images at the beginning of an RTF. limit is the number of bytes that are searched.
func (f *rtfReader) checkImages(in *os.File, limit int64) {
	text, err := io.ReadAll(io.NewSectionReader(in, 0, limit))
	if err != nil {
		f.addWarning(err)
		return
	}
	if int64(len(text)) == limit { // the last image may be truncated
		text = text[:max(0, bytes.LastIndex(text, []byte(`\pict`)))]
		f.checker.Skip()
	}
	for number := 1; ; number++ {
		_, rest, found := bytes.Cut(text, []byte(`\pict`))
		if !found {
			return
		}
		text = rest
		if f.checker.Late() {
			f.checker.Skip()
			continue
		}
		words, data := splitRTFImage(rest)
		f.addImage(fmt.Sprintf("picture %d", number), f.rtfFault(words, data))
	}
}

// rtfFault returns the fault of an image. words are its control words, which name its format.
func (f *rtfReader) rtfFault(words string, data []byte) string {
	complete := len(data) < imagecheck.MaxBytes
	is := func(word string) bool { return strings.Contains(words, word) }
	switch {
	case is(`\wbitmap`):
		return imagecheck.CheckDDB(&f.checker, data, rtfNumber(words, `\wbmwidthbytes`), rtfNumber(words, `\pich`))
	case !is(`\pngblip`) && !is(`\jpegblip`) && !is(`\emfblip`) && !is(`\wmetafile`) && !is(`\dibitmap`):
		return f.checker.Skip()
	case len(data) == 0:
		return wire.PictureDamaged
	case is(`\dibitmap`):
		return imagecheck.CheckDIB(&f.checker, data, complete)
	}
	return f.checker.Fault(data, complete)
}

// rtfNumber returns the number of a control word, or 0.
func rtfNumber(words, word string) (n int) {
	_, rest, _ := strings.Cut(words, word)
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(rest)
	}
	n, _ = strconv.Atoi(rest[:end])
	return n
}

// maxRTFWords limits the bytes of the control words of an image.
const maxRTFWords = 64 << 10

// splitRTFImage splits the text after \pict into the control words and the data of an image. It returns no words if
// they do not end within the limit.
func splitRTFImage(text []byte) (words string, data []byte) {
	at, depth := 0, 0
	for at < min(len(text), maxRTFWords) {
		switch c := text[at]; {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth < 0 {
				return string(text[:at]), nil
			}
		case c == '\\' && depth == 0 && bytes.HasPrefix(text[at:], []byte(`\bin`)):
			return string(text[:at]), rtfBytes(text[at+len(`\bin`):])
		case c == '\\' && at+1 < len(text) && isASCIILetter(text[at+1]):
			at += 1 + rtfWordLength(text[at+1:])
			continue
		case depth == 0 && c != ' ' && c != '\r' && c != '\n':
			return string(text[:at]), hexData(text[at:])
		}
		at++
	}
	if at < len(text) {
		return "", nil
	}
	return string(text), nil
}

// rtfBytes returns the binary data after the control word \bin. text begins with the number of its bytes.
func rtfBytes(text []byte) []byte {
	count, at := 0, 0
	for ; at < len(text) && text[at] >= '0' && text[at] <= '9' && count < maxRTFImages; at++ {
		count = 10*count + int(text[at]-'0')
	}
	if at < len(text) && text[at] == ' ' {
		at++
	}
	return text[at:min(len(text), at+count)]
}
