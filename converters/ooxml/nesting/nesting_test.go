package nesting

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
)

// nested returns nested elements.
func nested(name string, levels int) string {
	return strings.Repeat("<"+name+">", levels) + strings.Repeat("</"+name+">", levels)
}

func TestCheckNesting(t *testing.T) {
	// The document and its body are the first two levels.
	part := func(content string) []byte {
		return ooxmltest.DocxOf("", nil, ooxmltest.Part{Name: "word/anything.bin", Content: content})
	}
	tests := map[string]struct {
		content []byte
		deep    bool
	}{
		"as deep as it may be":      {ooxmltest.DocxOf(nested("w:sdt", 8), nil), false},
		"one level more":            {ooxmltest.DocxOf(nested("w:sdt", 9), nil), true},
		"one after the other":       {ooxmltest.DocxOf(strings.Repeat(nested("w:sdt", 8), 100)+strings.Repeat("<a/>", 100), nil), false},
		"never closed":              {ooxmltest.DocxOf(strings.Repeat("<a>", 100_000), nil), true},
		"in any part":               {part(nested("a", 11)), true},
		"behind a declaration":      {part(`<!DOCTYPE a [<!ENTITY b "c">] >` + nested("a", 11)), true},
		"behind a mark and a space": {part("\uFEFF \n" + nested("a", 11)), true},
		"little-endian":             {part(ooxmltest.UTF16(binary.LittleEndian, "<?xml?>"+nested("漢", 11))), true},
		"big-endian":                {part(ooxmltest.UTF16(binary.BigEndian, "<?xml?>"+nested("漢", 11))), true},
		// In UTF-16, the character U+3C00 contains the byte of '<' and begins no tag.
		"big-endian, not deep":     {part(ooxmltest.UTF16(binary.BigEndian, "<a>"+strings.Repeat("㰀<b/>", 100)+"</a>")), false},
		"in a comment":             {part("<a><!--" + nested("a", 11) + "--><![CDATA[" + nested("a", 11) + "]]></a>"), false},
		"in a picture":             {part("\x89PNG" + nested("a", 11)), false},
		"broken before it is deep": {part("<a></b>" + nested("a", 11)), false},
		"a broken package":         {[]byte("PK\x03\x04" + nested("a", 11)), false},
		"a slide":                  {ooxmltest.Pptx(3), false},

		"groups as deep as they may be": {[]byte(`{\rtf1` + strings.Repeat("{", 9) + strings.Repeat("}", 10)), false},
		"groups one level deeper":       {[]byte(`{\rtf1` + strings.Repeat("{", 10)), true},
		"groups after each other":       {[]byte(`{\rtf1` + strings.Repeat(`{a}}`, 100)), false},
		"escaped braces":                {[]byte(`{\rtf1` + strings.Repeat(`\{`, 100)), false},
		"escaped backslashes":           {[]byte(`{\rtf1` + strings.Repeat(`\\{`, 10)), true},
		"behind words":                  {[]byte(`{\rtf1` + strings.Repeat(`{\*\b0`, 10)), true},
		"bytes":                         {[]byte(`{\rtf1{\pict\bin100 ` + strings.Repeat("{", 100) + "}}"), false},
		"behind bytes":                  {[]byte(`{\rtf1{\pict\bin3 {{{}` + strings.Repeat("{", 10)), true},
		"more bytes than there are":     {[]byte(`{\rtf1{\bin99999999999999999999`), false},
		"a word at the end":             {[]byte(`{\rtf1\`), false},

		"of another form": {[]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("{<a>", 100)), false},
		"nothing":         {nil, false},
	}
	for name, test := range tests {
		var deep *DeepError
		err := Check(bytes.NewReader(test.content), int64(len(test.content)), 10)
		if errors.As(err, &deep) != test.deep || err != nil && deep == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An RTF that declares more bytes of binary data than it has is rejected, because LibreOffice treats it as damaged, and
// needs minutes if the number is large. A number beyond 32 bits is ignored, and so is data after the last group,
// because LibreOffice ignores both.
func TestCheckNestingOfBytesThatAreNotThere(t *testing.T) {
	for content, missing := range map[string]bool{
		`{\rtf1{\pict\bin2000000000 abc}}`:            true,
		`{\rtf1{\*\unknown\bin8 abc}}`:                true,
		`{\rtf1{\pict\bin6 abc}}}`:                    false,
		`{\rtf1{\pict\bin abc}}`:                      false,
		`{\rtf1{\pict\bin-2000000000 abc}}`:           false,
		`{\rtf1{\pict\bin4294967296 abc}}`:            false,
		`{\rtf1}\bin2000000000 `:                      false,
		`{\rtf1{\pict\bin` + strings.Repeat("9", 100): false,
	} {
		if err := Check(strings.NewReader(content), int64(len(content)), 10); (err != nil) != missing || missing &&
			!errors.Is(err, errMissingBytes) {
			t.Errorf("%s: %v", content, err)
		}
	}
}

func FuzzCheckNesting(f *testing.F) {
	f.Add([]byte(`{\rtf1{\pict\bin3 {{{}\{{}}`))
	f.Add([]byte(`<!DOCTYPE a><a><b/></a>`))
	f.Add([]byte(ooxmltest.UTF16(binary.BigEndian, "<a><b></b></a>")))
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, document := range [][]byte{content, append([]byte(`{\rtf1`), content...),
			ooxmltest.Pack(ooxmltest.Part{Name: "a", Content: string(content)})} {
			err := Check(bytes.NewReader(document), int64(len(document)), 10)
			deep := (*DeepError)(nil)
			if err != nil && !errors.As(err, &deep) && !(errors.Is(err, errMissingBytes) && bytes.HasPrefix(document, []byte(`{\rtf`))) {
				t.Error(err)
			}
			if deep != nil && len(content) < 10 {
				t.Errorf("%d bytes are nested more than 10 deep", len(content))
			}
		}
	})
}
