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

// DeepError says that a document is nested more deeply than it may be.
type DeepError struct{ Levels int }

// Error says how deeply it may be.
func (e *DeepError) Error() string { return fmt.Sprintf("nested more than %d levels deep", e.Levels) }

// errBytes says that an RTF announces more bytes than it has. LibreOffice would make
// room for all of them, and look at each.
var errBytes = errors.New("it announces more bytes than it has")

// Check looks whether elements lie within elements of a part of a package, or
// groups within groups of an RTF, more than some levels deep; then its error is a
// [*DeepError]. A part that is broken is followed up to there: whether it can be shown
// is for LibreOffice to say, but for an RTF that announces more bytes than it has. Other
// documents pass. Other errors are in's own.
func Check(in io.ReaderAt, size int64, levels int) error {
	var magic [5]byte
	if _, err := in.ReadAt(magic[:], 0); err != nil && err != io.EOF {
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
	for _, key := range p.Order {
		if err := checkPart(p, key, levels); err != nil {
			return err
		}
	}
	return nil
}

// checkPart looks into a part that may be XML, whatever it is named.
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

// checkElements follows the elements of a part. Of a document type declaration each
// piece is passed over: LibreOffice reads on behind it.
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

// checkGroups follows the groups of an RTF (RTF specification 1.9.1, Conventions of an
// RTF Reader).
func checkGroups(text *bufio.Reader, levels int) error {
	for depth := 0; ; {
		c, err := text.ReadByte()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case c == '\\':
			if err = skipWord(text); err == errBytes && depth == 0 {
				return nil // behind the end of all groups nobody reads on
			}
		case c == '{':
			if depth++; depth > levels {
				return &DeepError{levels}
			}
		case c == '}':
			depth = max(depth-1, 0)
		}
		if err != nil && err != io.EOF {
			return err
		}
	}
}

// skipWord passes over what follows a backslash, with the bytes that \bin announces:
// braces among those are none.
func skipWord(text *bufio.Reader) error {
	const longest = 32 // of a word; the number behind it has ten digits at most
	head, err := text.Peek(longest)
	if len(head) == 0 {
		return err
	}
	length := 0
	for length < len(head) && isLetter(head[length]) {
		length++
	}
	if string(head[:length]) != "bin" {
		_, err = text.Discard(max(length, 1)) // of no letters: one escaped character
		return err
	}
	digits := length
	for digits < len(head) && head[digits] >= '0' && head[digits] <= '9' {
		digits++
	}
	size, err := strconv.ParseInt(string(head[length:digits]), 10, 32)
	if err != nil {
		size = 0 // none, or a number that LibreOffice takes for none
	}
	if digits < len(head) && head[digits] == ' ' {
		digits++ // it belongs to the word
	}
	if _, err = text.Discard(digits); err == nil {
		_, err = text.Discard(int(size))
	}
	if err == io.EOF {
		err = errBytes
	}
	return err
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
