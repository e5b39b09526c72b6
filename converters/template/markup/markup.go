// Package markup splits XML into tokens. Unchanged tokens are written back byte for byte.
//
// Templates change only a small part of a file. A parsed tree would lose the formatting that the original program gave
// to the rest. The package loads no external resources and defines no entities. It rejects document type declarations
// (XML 1.0, 2.8).
package markup

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"unicode/utf16"
)

// Kind states what a [Token] represents.
type Kind uint8

// The kinds of tokens.
const (
	Text  Kind = iota // text between tags, still escaped
	Start             // <name …>
	End               // </name>
	Empty             // <name …/>
	Other             // a comment, a processing instruction, a CDATA section
)

// Token is the smallest unit of XML markup: a tag, a text between tags, or another construct such as a comment.
type Token struct {
	Kind Kind
	Raw  []byte // a slice of the source; must not be modified
	Name string // the name of the element, with its prefix
}

// ErrDoctype is returned for markup with a document type declaration.
var ErrDoctype = errors.New("it has a document type declaration")

// MaxDepth is the maximal nesting depth of elements.
const MaxDepth = 2000

// Scan splits markup into tokens. It returns an error if a start tag and its end tag do not match, or if elements are
// nested deeper than [MaxDepth]. It returns [ErrDoctype] if the markup has a document type declaration.
func Scan(source []byte) ([]Token, error) {
	tokens := make([]Token, 0, len(source)/24)
	for token, err := range Tokens(source) {
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, token)
	}
	return tokens, nil
}

// Tokens yields the same tokens as [Scan]. An error is yielded last.
func Tokens(source []byte) iter.Seq2[Token, error] {
	return func(yield func(Token, error) bool) {
		s := scanner{rest: decode(source), names: make(map[string]string)}
		for len(s.rest) > 0 {
			if err := s.next(); err != nil {
				yield(Token{}, err)
				return
			}
			if !yield(s.token, nil) {
				return
			}
		}
		if len(s.open) > 0 {
			yield(Token{}, fmt.Errorf("%s is not closed", s.open[len(s.open)-1]))
		}
	}
}

// decode converts markup to UTF-8. It recognizes UTF-16 by its byte order mark, and removes a byte order mark from
// UTF-8.
func decode(source []byte) []byte {
	switch {
	case bytes.HasPrefix(source, []byte{0xef, 0xbb, 0xbf}):
		return source[3:]
	case bytes.HasPrefix(source, []byte{0xff, 0xfe}):
		return fromUTF16(source[2:], 0, 1)
	case bytes.HasPrefix(source, []byte{0xfe, 0xff}):
		return fromUTF16(source[2:], 1, 0)
	}
	return source
}

// fromUTF16 decodes UTF-16 and changes the declared encoding. low and high are the offsets (0 or 1) of the low and the
// high byte within a 16-bit unit.
func fromUTF16(source []byte, low, high int) []byte {
	units := make([]uint16, len(source)/2)
	for i := range units {
		units[i] = uint16(source[2*i+low]) | uint16(source[2*i+high])<<8
	}
	return inUTF8([]byte(string(utf16.Decode(units))))
}

// inUTF8 returns the markup with the encoding in its XML declaration, if there is one, changed to UTF-8 (XML 1.0, 2.8
// and 4.3.3).
func inUTF8(text []byte) []byte {
	end := bytes.Index(text, []byte("?>"))
	if end < 0 || !bytes.HasPrefix(text, []byte("<?xml")) {
		return text
	}
	declaration := Token{Kind: Other, Raw: text[:end+2]}
	if _, isSet := declaration.Attribute("encoding"); !isSet {
		return text
	}
	return append(declaration.With("encoding", "UTF-8"), text[end+2:]...)
}

type scanner struct {
	rest  []byte
	token Token // the most recent token
	open  []string
	names map[string]string // names of elements, so that equal names share memory
}

func (s *scanner) next() error {
	if s.rest[0] != '<' {
		end := bytes.IndexByte(s.rest, '<')
		if end < 0 {
			end = len(s.rest)
		}
		s.setToken(Text, end, "")
		return nil
	}
	switch {
	case bytes.HasPrefix(s.rest, []byte("<!--")):
		return s.skipPast("-->")
	case bytes.HasPrefix(s.rest, []byte("<![CDATA[")):
		return s.skipPast("]]>")
	case bytes.HasPrefix(s.rest, []byte("<?")):
		return s.skipPast("?>")
	case bytes.HasPrefix(s.rest, []byte("<!")):
		return ErrDoctype
	}
	return s.element()
}

func (s *scanner) setToken(kind Kind, size int, name string) {
	s.token = Token{kind, s.rest[:size:size], name}
	s.rest = s.rest[size:]
}

func (s *scanner) skipPast(end string) error {
	at := bytes.Index(s.rest, []byte(end))
	if at < 0 {
		return fmt.Errorf("%.20q has no end", s.rest)
	}
	s.setToken(Other, at+len(end), "")
	return nil
}

func (s *scanner) element() error {
	size := tagSize(s.rest)
	if size < 0 {
		return fmt.Errorf("%.20q has no end", s.rest)
	}
	tag := s.rest[:size]
	if tag[1] == '/' {
		name := s.name(bytes.TrimRight(tag[2:size-1], " \t\r\n"))
		if len(s.open) == 0 || s.open[len(s.open)-1] != name {
			return fmt.Errorf("</%s> closes an element that is not open", name)
		}
		s.open = s.open[:len(s.open)-1]
		s.setToken(End, size, name)
		return nil
	}
	name := s.name(nameOf(tag))
	if name == "" {
		return fmt.Errorf("%.20q has no name", tag)
	}
	if tag[size-2] == '/' {
		s.setToken(Empty, size, name)
		return nil
	}
	if s.open = append(s.open, name); len(s.open) > MaxDepth {
		return fmt.Errorf("its elements are nested more than %d levels deep", MaxDepth)
	}
	s.setToken(Start, size, name)
	return nil
}

// tagSize returns the length in bytes of the XML tag at the start of a text, or -1 if the tag is not closed. Values of
// attributes can contain ">".
func tagSize(text []byte) int {
	quote := byte(0)
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return -1
}

func nameOf(tag []byte) []byte {
	end := bytes.IndexAny(tag[1:], " \t\r\n/>")
	return tag[1 : end+1]
}

func (s *scanner) name(raw []byte) string {
	if name, ok := s.names[string(raw)]; ok {
		return name
	}
	name := string(raw)
	s.names[name] = name
	return name
}
