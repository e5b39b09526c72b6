package opc

import (
	"bufio"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// IsUTF16 reports whether a part with these first two bytes is UTF-16, and whether it is big-endian.
func IsUTF16(head []byte) (isUTF16, bigEndian bool) {
	switch string(head) {
	case "\xFE\xFF", "\x00<":
		return true, true
	case "\xFF\xFE", "<\x00":
		return true, false
	}
	return false, false
}

// UTF8Reader returns a reader that decodes a part in UTF-16. Other parts are returned as they are.
func UTF8Reader(part io.Reader) io.Reader {
	text := bufio.NewReader(part)
	head, _ := text.Peek(2)
	wide, big := IsUTF16(head)
	if !wide {
		return text
	}
	order := unicode.LittleEndian
	if big {
		order = unicode.BigEndian
	}
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(text)
}

// MarkupReader returns a reader in which each character of markup is one byte, also for UTF-16. It returns nil if the
// part cannot be XML.
func MarkupReader(text *bufio.Reader) io.Reader {
	head, _ := text.Peek(2)
	if wide, big := IsUTF16(head); wide {
		return &utf16Reader{r: text, bigEndian: big}
	}
	if len(head) < 2 || !strings.Contains("< \t\r\n\xEF", string(head[:1])) {
		return nil
	}
	return text
}

// utf16Reader reads UTF-16 as ASCII, which suffices for markup. Code units above 0xFF become the letter x.
type utf16Reader struct {
	r         io.Reader
	bigEndian bool // big-endian
}

func (n *utf16Reader) Read(p []byte) (int, error) {
	units := make([]byte, 2*len(p))
	got, err := io.ReadFull(n.r, units)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	for i := range got / 2 {
		low, high := units[2*i], units[2*i+1]
		if n.bigEndian {
			low, high = high, low
		}
		if p[i] = low; high != 0 {
			p[i] = 'x'
		}
	}
	return got / 2, err
}
