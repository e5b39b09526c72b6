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

// readSVGs reads the links of SVGs. SVGs are recognized by their content, not by their names.
func (f *packageReader) readSVGs(pictures map[string]bool) {
	for _, key := range f.pkg.Keys {
		if pictures[key] || strings.HasSuffix(key, ".svg") {
			f.facts.addWarning(f.readSVGPart(key))
		}
	}
}

func (f *packageReader) readSVGPart(key string) error {
	part, err := f.pkg.Open(key)
	if err != nil {
		return err
	}
	defer part.Close()
	text := bufio.NewReader(part)
	if head, _ := text.Peek(2); string(head) == "\x1F\x8B" {
		packed, err := gzip.NewReader(text)
		if err != nil {
			return nil // not an image
		}
		text = bufio.NewReader(packed)
	}
	from := opc.MarkupReader(text)
	if from == nil {
		return nil
	}
	return f.facts.readSVG(opc.NewScanner(from))
}

// readSVG reads the links of an SVG. It stops at malformed markup, because nothing after it is drawn, and skips a
// document type declaration, which usually only names the format.
func (f *facts) readSVG(s *opc.Scanner) error {
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
		if f.remaining -= int64(len(t.Raw)); f.remaining < 0 {
			return errTooLarge
		}
		switch {
		case t.Kind == opc.TextRun:
			if style {
				f.readCSS(opc.Unescape(t.Raw))
			}
		case string(t.Local) == "style":
			style = t.Kind == opc.StartTag
		}
		if t.Kind != opc.TextRun && t.Kind != opc.EndTag {
			f.readSVGAttributes(t)
		}
	}
}

// readSVGAttributes reads the attributes of an element: addresses of content to draw, and CSS with url(). The address
// of <a> is an ordinary link.
func (f *facts) readSVGAttributes(t opc.Token) {
	opc.EachAttribute(t.Attrs, func(name, raw []byte) {
		value := opc.Unescape(raw)
		if value == "" {
			value = string(raw) // contains an entity that the SVG declares; it is not resolved
		}
		switch local := string(name[bytes.IndexByte(name, ':')+1:]); {
		case local == "href" || local == "src":
			if string(t.Local) != "a" {
				f.addImageLink(value)
			}
		default:
			f.readCSS(value)
		}
	})
}

// maxAddress limits the length of an address that is read, in bytes. The report is truncated to fewer bytes.
const maxAddress = 2 * wire.MaxTarget

// readCSS reads the addresses in CSS (CSS Values 3, 4.5; CSS Cascade 4, 2).
func (f *facts) readCSS(css string) {
	for rest := css; ; {
		_, after, found := strings.Cut(rest, "url(")
		if !found {
			break
		}
		address, _, _ := strings.Cut(after[:min(len(after), maxAddress)], ")")
		f.addImageLink(strings.Trim(strings.TrimSpace(address), `"'`))
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
			f.addImageLink(address)
		}
		rest = after
	}
}

func (f *facts) addImageLink(target string) {
	target = strings.TrimSpace(target)
	if target != "" && target[0] != '#' && !strings.HasPrefix(strings.ToLower(target), "data:") {
		f.addLink("image", target)
	}
}
