package opc

import (
	"bufio"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// IsUTF16 says whether a part that begins so is in UTF-16, and whether that is big-endian.
func IsUTF16(head []byte) (wide, big bool) {
	switch string(head) {
	case "\xFE\xFF", "\x00<":
		return true, true
	case "\xFF\xFE", "<\x00":
		return true, false
	}
	return false, false
}

// UTF8Reader gives a part in UTF-8, of which it is where it is not in UTF-16.
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

// MarkupReader gives the text of a part that may be XML, in one byte a letter at least as far
// as its markup goes; nil where it is something else.
func MarkupReader(text *bufio.Reader) io.Reader {
	head, _ := text.Peek(2)
	if wide, big := IsUTF16(head); wide {
		return &narrow{r: text, big: big}
	}
	if len(head) < 2 || !strings.Contains("< \t\r\n\xEF", string(head[:1])) {
		return nil
	}
	return text
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
