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

// picture notes what is wrong with a picture, where something is.
func (f *facts) picture(name, fault string) {
	picture := wire.FactPicture{Name: shortened(name), Fault: fault}
	if fault != "" && len(f.Pictures) < wire.MaxFacts {
		f.Pictures = append(f.Pictures, picture)
	}
}

// checkPart looks at the picture that a relationship leads to, once.
func (f *packageReader) checkPart(r opc.Relation) {
	if f.pack.Parts[r.Key] == nil || f.pack.CheckedImages[r.Key] {
		return // one that is missing counts where it is used
	}
	f.pack.CheckedImages[r.Key] = true
	if f.checker.Late() { // unpacking alone would take long
		f.checker.Skip()
		return
	}
	part, err := f.pack.Open(r.Key)
	if err != nil {
		f.picture(path.Base(r.Key), wire.PictureDamaged)
		return
	}
	defer part.Close()
	data, err := io.ReadAll(io.LimitReader(part, imagecheck.MaxBytes))
	whole := len(data) < imagecheck.MaxBytes
	switch fault := f.checker.Fault(data, whole); {
	case len(data) == 0 || err != nil && fault == "":
		f.picture(path.Base(r.Key), wire.PictureDamaged)
	default:
		f.picture(path.Base(r.Key), fault)
	}
}

// pictureReferences are the elements that name a picture by a relationship, and the attributes that do so.
var pictureReferences = map[string][]string{
	"blip": {":embed", ":link"}, "svgBlip": {":embed"}, "imagedata": {":id", ":relid"}, "fill": {":id", ":relid"},
}

// maxReferences bounds how much of a package is read for references to pictures, in bytes.
const maxReferences = 64 << 20

// ofReferences looks for pictures that are named by a relationship which is not there, and for controls. Sheets and texts of
// cells name none.
func (f *packageReader) ofReferences() {
	left := int64(maxReferences)
	for _, key := range f.pack.Order {
		if ext := path.Ext(key); ext != ".xml" && ext != ".vml" || strings.Contains(key, "/worksheets/") ||
			strings.HasSuffix(key, "/sharedstrings.xml") {
			continue
		}
		if left -= f.pack.Size(key); left < 0 {
			f.warn(errMuch)
			return
		}
		f.ofPartReferences(key)
	}
}

func (f *packageReader) ofPartReferences(key string) {
	names := f.newPictureNames(key)
	var skip alternatives
	// What is broken in a part is told by those who look at the part for itself.
	_ = f.pack.Scan(key, func(t opc.Token) bool {
		f.ofControlElement(names, t)
		ends := pictureReferences[string(t.Local)]
		if skip.pass(t) || ends == nil || t.Kind == opc.EndTag || len(names.told) >= wire.MaxFacts {
			return true
		}
		ids := referred(t, ends)
		if _, embeds := t.Attribute("embed"); embeds && len(ids) == 0 {
			ids = []string{""}
		}
		for _, id := range ids {
			names.use(id)
		}
		if source := t.Value("src"); source != "" && len(ids) == 0 && string(t.Local) == "imagedata" {
			f.picture(path.Base(source), wire.PictureMissing)
		}
		return true
	})
}

// pictureNames are the relationships of a part that it names pictures and controls by.
type pictureNames struct {
	reader *packageReader
	key    string
	named  map[string]opc.Relation // by their ids, once they are wanted
	told   map[string]bool
}

func (f *packageReader) newPictureNames(key string) *pictureNames {
	return &pictureNames{reader: f, key: key, told: map[string]bool{}}
}

// use notes a picture that is missing: it has no relationship, or that leads to no part. Whatever the relationship says of
// the part, it is a picture.
func (r *pictureNames) use(id string) {
	relation, there := r.relation(id)
	pack := r.reader.pack
	switch {
	case r.told[id]:
	case !there:
		r.told[id] = true
		r.reader.picture(cmp.Or(id, "unknown"), wire.PictureMissing)
	case relation.External:
	case pack.Parts[relation.Key] != nil:
		r.reader.checkPart(relation)
	case !pack.CheckedImages[relation.Key]:
		r.told[id], pack.CheckedImages[relation.Key] = true, true
		r.reader.picture(path.Base(relation.Key), wire.PictureMissing)
	}
}

// relation returns the relationship that has an id.
func (r *pictureNames) relation(id string) (opc.Relation, bool) {
	if r.named == nil {
		r.named = map[string]opc.Relation{}
		relations, _ := r.reader.pack.Relations(r.key) // told by who looks at all of them
		for _, relation := range relations {
			r.named[relation.Id] = relation
		}
	}
	found, there := r.named[id]
	return found, there
}

// understood are the namespaces, by their usual prefixes, whose choices LibreOffice is taken to draw, and not their fallbacks.
var understood = map[string]bool{"a14": true, "p14": true, "p15": true, "x12ac": true, "v": true, "wps": true, "wpg": true, "w14": true}

// alternatives passes over those of the contents which a part offers for several programs (ECMA-376 part 3, 7.6) that are
// not drawn.
type alternatives struct {
	drawn   []bool // whether one was drawn, of those that are open
	passing string // the element that is passed over
	depth   int
}

// pass reports whether a tag is within what is passed over.
func (a *alternatives) pass(t opc.Token) bool {
	local := string(t.Local)
	switch {
	case t.Kind == opc.TextRun:
	case a.depth > 0:
		if local == a.passing && t.Kind == opc.StartTag {
			a.depth++
		} else if local == a.passing && t.Kind == opc.EndTag {
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
		if *top || local == "Choice" && !understood[t.Value("Requires")] {
			a.passing, a.depth = local, 1
			return true
		}
		*top = true
	}
	return false
}

// referred returns the values, if they are not empty, of those attributes of a tag whose names end so.
func referred(t opc.Token, ends []string) (ids []string) {
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		for _, end := range ends {
			if bytes.HasSuffix(name, []byte(end)) && len(value) > 0 {
				ids = append(ids, opc.Unescape(value))
			}
		}
	})
	return ids
}

// maxRTFPictures bounds how much of an RTF is read for its pictures, in bytes.
const maxRTFPictures = 64 << 20

// ofRTFPictures looks at those pictures, within the first most bytes of an RTF, whose form it names and that begin with a
// mark of that.
func (f *rtfReader) ofRTFPictures(in *os.File, most int64) {
	text, err := io.ReadAll(io.NewSectionReader(in, 0, most))
	if err != nil {
		f.warn(err)
		return
	}
	if int64(len(text)) == most { // the last one may go on behind that
		text = text[:max(0, bytes.LastIndex(text, []byte(`\pict`)))]
		f.checker.Skip()
	}
	for number := 1; ; number++ {
		_, behind, found := bytes.Cut(text, []byte(`\pict`))
		if !found {
			return
		}
		text = behind
		if f.checker.Late() {
			f.checker.Skip()
			continue
		}
		words, data := rtfPicture(behind)
		f.picture(fmt.Sprintf("picture %d", number), f.rtfFault(words, data))
	}
}

// rtfFault returns what is wrong with a picture of an RTF that has its form among the words that describe it.
func (f *rtfReader) rtfFault(words string, data []byte) string {
	whole := len(data) < imagecheck.MaxBytes
	is := func(word string) bool { return strings.Contains(words, word) }
	switch {
	case is(`\wbitmap`):
		return imagecheck.CheckDDB(&f.checker, data, rtfNumber(words, `\wbmwidthbytes`), rtfNumber(words, `\pich`))
	case !is(`\pngblip`) && !is(`\jpegblip`) && !is(`\emfblip`) && !is(`\wmetafile`) && !is(`\dibitmap`):
		return f.checker.Skip()
	case len(data) == 0:
		return wire.PictureDamaged
	case is(`\dibitmap`):
		return imagecheck.CheckDIB(&f.checker, data, whole)
	}
	return f.checker.Fault(data, whole)
}

// rtfNumber returns the number behind a word; 0 where there is none.
func rtfNumber(words, word string) (n int) {
	_, behind, _ := strings.Cut(words, word)
	end := strings.IndexFunc(behind, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(behind)
	}
	n, _ = strconv.Atoi(behind[:end])
	return n
}

// maxRTFWords is how many bytes the words may have that describe a picture.
const maxRTFWords = 64 << 10

// rtfPicture splits what is behind the word of a picture into the words that describe it and its data. Where those words
// do not end, it returns none.
func rtfPicture(text []byte) (words string, data []byte) {
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
			at += 1 + rtfWord(text[at+1:])
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

// rtfBytes returns the bytes that a \bin announces by the number behind it.
func rtfBytes(text []byte) []byte {
	count, at := 0, 0
	for ; at < len(text) && text[at] >= '0' && text[at] <= '9' && count < maxRTFPictures; at++ {
		count = 10*count + int(text[at]-'0')
	}
	if at < len(text) && text[at] == ' ' {
		at++
	}
	return text[at:min(len(text), at+count)]
}
