package ooxml

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// DeepError says that a document is nested more deeply than it may be.
type DeepError struct{ Levels int }

// Error says how deeply it may be.
func (e *DeepError) Error() string { return fmt.Sprintf("nested more than %d levels deep", e.Levels) }

// errBytes says that an RTF announces more bytes than it has. LibreOffice would make
// room for all of them, and look at each.
var errBytes = errors.New("it announces more bytes than it has")

// CheckNesting looks whether elements lie within elements of a part of a package, or
// groups within groups of an RTF, more than some levels deep; then its error is a
// [*DeepError]. A part that is broken is followed up to there: whether it can be shown
// is for LibreOffice to say, but for an RTF that announces more bytes than it has. Other
// documents pass. Other errors are in's own.
func CheckNesting(in io.ReaderAt, size int64, levels int) error {
	var magic [5]byte
	if _, err := in.ReadAt(magic[:], 0); err != nil && err != io.EOF {
		return err
	}
	switch {
	case bytes.HasPrefix(magic[:], []byte("PK")):
		return checkPackage(in, size, levels)
	case string(magic[:]) == `{\rtf`:
		return checkGroups(bufio.NewReaderSize(io.NewSectionReader(in, 0, size), scanChunk), levels)
	}
	return nil
}

func checkPackage(in io.ReaderAt, size int64, levels int) error {
	p, err := newPack(in, size)
	if err != nil {
		return nil
	}
	for _, key := range p.order {
		if err := p.checkPart(key, levels); err != nil {
			return err
		}
	}
	return nil
}

// checkPart looks into a part that may be XML, whatever it is named.
func (p *pack) checkPart(key string, levels int) error {
	part, err := p.open(key)
	if err != nil {
		return nil
	}
	defer part.Close()
	text := markup(bufio.NewReader(part))
	if text == nil {
		return nil
	}
	return checkElements(text, levels)
}

// markup gives the text of a part that may be XML, in one byte a letter at least as far
// as its markup goes; nil where it is something else.
func markup(text *bufio.Reader) io.Reader {
	head, _ := text.Peek(2)
	if wide, big := isWide(head); wide {
		return &narrow{r: text, big: big}
	}
	if len(head) < 2 || !strings.Contains("< \t\r\n\xEF", string(head[:1])) {
		return nil
	}
	return text
}

// isWide says whether a part that begins so is in UTF-16, and whether that is big-endian.
func isWide(head []byte) (wide, big bool) {
	switch string(head) {
	case "\xFE\xFF", "\x00<":
		return true, true
	case "\xFF\xFE", "<\x00":
		return true, false
	}
	return false, false
}

// checkElements follows the elements of a part. Of a document type declaration each
// piece is passed over: LibreOffice reads on behind it.
func checkElements(text io.Reader, levels int) error {
	s := newScanner(text)
	s.levels = levels
	for {
		_, err := s.next()
		if errors.Is(err, errDoctype) {
			err = s.pass(">")
		}
		switch {
		case errors.Is(err, errDeep):
			return &DeepError{levels}
		case err != nil:
			return nil
		}
	}
}

// narrow gives the ASCII of UTF-16, which is all that markup is made of, and a letter
// for every other unit.
type narrow struct {
	r   io.Reader
	big bool // big-endian
}

func (n *narrow) Read(p []byte) (int, error) {
	units := make([]byte, 2*len(p))
	got, err := io.ReadFull(n.r, units)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	for i := range got / 2 {
		low, high := units[2*i], units[2*i+1]
		if n.big {
			low, high = high, low
		}
		if p[i] = low; high != 0 {
			p[i] = 'x'
		}
	}
	return got / 2, err
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
