// Package nesting finds documents whose elements or groups are nested too deeply for LibreOffice.
package nesting

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"lectern/converters/ooxml/opc"
)

// DeepError is the error of a document that is nested more deeply than allowed.
type DeepError struct{ Levels int }

// Error returns a message with the allowed depth.
func (e *DeepError) Error() string { return fmt.Sprintf("nested more than %d levels deep", e.Levels) }

// errMissingBytes is the error of an RTF that declares more bytes than it has. LibreOffice would allocate and scan all
// of them.
var errMissingBytes = errors.New("it declares more bytes than it has")

// Check checks the nesting of XML elements in the parts of a package, or of groups in an RTF. The maximum nesting depth
// is levels; if it is exceeded, Check returns a [*DeepError]. It returns nil for other formats. A damaged part is
// checked up to the damage, because LibreOffice decides whether the document can be shown. An RTF that declares more
// bytes than it has is an error, however. All other errors come from reading the document.
func Check(in io.ReaderAt, size int64, levels int) error {
	var magic [5]byte
	if _, err := in.ReadAt(magic[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch {
	case bytes.HasPrefix(magic[:], []byte("PK")):
		return checkPackage(in, size, levels)
	case string(magic[:]) == `{\rtf`:
		return checkGroups(bufio.NewReaderSize(io.NewSectionReader(in, 0, size), opc.ChunkSize), levels)
	}
	return nil
}

func checkPackage(in io.ReaderAt, size int64, levels int) error {
	p, err := opc.New(in, size)
	if err != nil {
		return nil
	}
	for _, key := range p.Keys {
		if err := checkPart(p, key, levels); err != nil {
			return err
		}
	}
	return nil
}

// checkPart checks a part if its content may be XML, regardless of its name.
func checkPart(p *opc.Package, key string, levels int) error {
	part, err := p.Open(key)
	if err != nil {
		return nil
	}
	defer part.Close()
	text := opc.MarkupReader(bufio.NewReader(part))
	if text == nil {
		return nil
	}
	return checkElements(text, levels)
}

// checkElements checks the nesting of the elements of a part. Document type declarations are skipped, as LibreOffice
// does.
func checkElements(text io.Reader, levels int) error {
	s := opc.NewScanner(text)
	s.MaxDepth = levels
	for {
		_, err := s.Next()
		if errors.Is(err, opc.ErrDoctype) {
			err = s.SkipPast(">")
		}
		switch {
		case errors.Is(err, opc.ErrDeep):
			return &DeepError{levels}
		case err != nil:
			return nil
		}
	}
}

// checkGroups checks the nesting of the groups of an RTF (RTF specification 1.9.1, Conventions of an RTF Reader).
func checkGroups(text *bufio.Reader, levels int) error {
	for depth := 0; ; {
		c, err := text.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case c == '\\':
			if err = skipWord(text); errors.Is(err, errMissingBytes) && depth == 0 {
				return nil // readers stop after the last group
			}
		case c == '{':
			if depth++; depth > levels {
				return &DeepError{levels}
			}
		case c == '}':
			depth = max(depth-1, 0)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
}

// skipWord skips a control word after its backslash. It also skips the binary data after \bin, in which braces have no
// meaning.
func skipWord(text *bufio.Reader) error {
	const longest = 32 // bytes of a control word and its number, which has at most ten digits
	head, err := text.Peek(longest)
	if len(head) == 0 {
		return err
	}
	length := 0
	for length < len(head) && isLetter(head[length]) {
		length++
	}
	if string(head[:length]) != "bin" {
		_, err = text.Discard(max(length, 1)) // if there are no letters: one escaped character
		return err
	}
	digits := length
	for digits < len(head) && head[digits] >= '0' && head[digits] <= '9' {
		digits++
	}
	size, err := strconv.ParseInt(string(head[length:digits]), 10, 32)
	if err != nil {
		size = 0 // there is no number, or LibreOffice ignores it
	}
	if digits < len(head) && head[digits] == ' ' {
		digits++ // the space after the number belongs to the control word
	}
	if _, err = text.Discard(digits); err == nil {
		_, err = text.Discard(int(size))
	}
	if errors.Is(err, io.EOF) {
		err = errMissingBytes
	}
	return err
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
