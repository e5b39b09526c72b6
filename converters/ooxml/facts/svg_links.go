package facts

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"strings"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// ofPictures looks into those pictures that can lead elsewhere, which are SVG, whatever
// they are named.
func (f *packageReader) ofPictures(pictures map[string]bool) {
	for _, key := range f.pack.Order {
		if pictures[key] || strings.HasSuffix(key, ".svg") {
			f.warn(f.ofPicture(key))
		}
	}
}

func (f *packageReader) ofPicture(key string) error {
	part, err := f.pack.Open(key)
	if err != nil {
		return err
	}
	defer part.Close()
	text := bufio.NewReader(part)
	if head, _ := text.Peek(2); string(head) == "\x1F\x8B" {
		packed, err := gzip.NewReader(text)
		if err != nil {
			return nil // no picture
		}
		text = bufio.NewReader(packed)
	}
	from := opc.MarkupReader(text)
	if from == nil {
		return nil
	}
	return f.ofSVG(opc.NewScanner(from))
}

// ofSVG follows the elements of a picture. What is broken shows nothing from there on,
// and a document type declaration is passed over, as it usually names the format only.
func (f *facts) ofSVG(s *opc.Scanner) error {
	style := false
	for {
		t, err := s.Next()
		if errors.Is(err, opc.ErrDoctype) {
			if s.SkipPast(">") != nil {
				return nil
			}
			continue
		}
		if err != nil {
			return nil
		}
		if f.left -= int64(len(t.Raw)); f.left < 0 {
			return errMuch
		}
		switch {
		case t.Kind == opc.TextRun:
			if style {
				f.ofStyle(opc.Unescape(t.Raw))
			}
		case string(t.Local) == "style":
			style = t.Kind == opc.StartTag
		}
		if t.Kind != opc.TextRun && t.Kind != opc.EndTag {
			f.ofShape(t)
		}
	}
}

// ofShape looks at the attributes of an element: those that name what is to be drawn,
// and those in which url() may stand. That of <a> is for readers to follow.
func (f *facts) ofShape(t opc.Token) {
	opc.EachAttribute(t.Attrs, func(name, raw []byte) {
		value := opc.Unescape(raw)
		if value == "" {
			value = string(raw) // an entity that the picture has declared
		}
		switch local := string(name[bytes.IndexByte(name, ':')+1:]); {
		case local == "href" || local == "src":
			if string(t.Local) != "a" {
				f.pictureLink(value)
			}
		default:
			f.ofStyle(value)
		}
	})
}

// maxAddress is how many bytes of an address are read, which are more than are told of it.
const maxAddress = 2 * wire.MaxTarget

// ofStyle looks at CSS (CSS Values 3, 4.5; CSS Cascade 4, 2).
func (f *facts) ofStyle(css string) {
	for rest := css; ; {
		_, after, found := strings.Cut(rest, "url(")
		if !found {
			break
		}
		address, _, _ := strings.Cut(after[:min(len(after), maxAddress)], ")")
		f.pictureLink(strings.Trim(strings.TrimSpace(address), `"'`))
		rest = after[len(address):]
	}
	for rest := css; ; {
		_, after, found := strings.Cut(rest, "@import")
		if !found {
			break
		}
		after = strings.TrimLeft(after, " \t\r\n")
		if after != "" && strings.IndexByte(`"'`, after[0]) >= 0 {
			address, _, _ := strings.Cut(after[1:min(len(after), maxAddress)], after[:1])
			f.pictureLink(address)
		}
		rest = after
	}
}

func (f *facts) pictureLink(target string) {
	target = strings.TrimSpace(target)
	if target != "" && target[0] != '#' && !strings.HasPrefix(strings.ToLower(target), "data:") {
		f.link("image", target)
	}
}
