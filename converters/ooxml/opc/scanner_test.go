package opc

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestScan(t *testing.T) {
	tests := []struct {
		in, want string
		err      error
	}{
		{`<a><b c="1"/>text</a>`, `<a> <b c="1"/> text </a>`, nil},
		{`<?xml version="1.0"?><!-- <no> --><a>x<![CDATA[<y>]]></a>`, `<a> x <![CDATA[<y>]]> </a>`, nil},
		{`<a b="1 > 0" c='"'>&lt;</a>`, `<a b="1 > 0" c='"'> &lt; </a>`, nil},
		{`<a b='>' c=">">`, `<a b='>' c=">">`, ErrMarkup},
		{`<a`, ``, ErrMarkup},
		{`<a b="`, ``, ErrMarkup},
		{`</a>`, ``, ErrMarkup},
		{`<a><b></a></b>`, `<a> <b>`, ErrMarkup},
		{`<ab></b>`, `<ab>`, ErrMarkup},
		{`<>`, ``, ErrMarkup},
		{`<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, ``, ErrDoctype}, // SECURITY.md, promise 20 (XML bombs)
		{strings.Repeat("<a>", MaxDepth+1), strings.TrimSpace(strings.Repeat("<a> ", MaxDepth)), ErrDeep},
	}
	for _, test := range tests {
		for _, r := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
			got, err := scanned(r)
			// If the input arrives byte by byte, text is split into several tokens.
			if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(test.want, " ", "") || !errors.Is(err, test.err) {
				t.Errorf("%.60q: got %q, %v; want %q, %v", test.in, got, err, test.want, test.err)
			}
		}
	}
}

func scanned(r io.Reader) (string, error) {
	var out []string
	for s := NewScanner(r); ; {
		token, err := s.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(out, " "), nil
		}
		if err != nil {
			return strings.Join(out, " "), err
		}
		out = append(out, string(token.Raw))
	}
}

func TestAttributes(t *testing.T) {
	s := NewScanner(strings.NewReader(`<w:a w:val = "1 &amp; &#x32;&#51;&lt;&no;" off='0' / >`))
	token, err := s.Next()
	if err != nil {
		t.Fatal(err)
	}
	if got := token.Value("val"); got != "1 & 23<" {
		t.Errorf("val is %q", got)
	}
	if token.IsTrue("off") || !token.IsTrue("none") {
		t.Error("off is on, or what is missing is off")
	}
}

// A tag that never ends is rejected when it exceeds MaxMarkup, so that memory is bounded.
func TestScanEndlessTag(t *testing.T) {
	endless := io.MultiReader(strings.NewReader(`<a b="`), iotest.ErrReader(errors.New("read too much")))
	s := NewScanner(io.MultiReader(strings.NewReader(`<a b="`), &zeros{left: 4 * MaxMarkup}, endless))
	if _, err := s.Next(); !errors.Is(err, ErrMarkup) {
		t.Errorf("got %v", err)
	}
}

// zeros is a reader of left bytes, each the letter x.
type zeros struct{ left int }

func (z *zeros) Read(p []byte) (int, error) {
	n := min(len(p), z.left)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range n {
		p[i] = 'x'
	}
	z.left -= n
	return n, nil
}

func FuzzScan(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0"?><a b="c>" d='e'><!-- f --><g/>h<![CDATA[i]]></a>`))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := NewScanner(strings.NewReader(string(in)))
		total := 0
		for {
			token, err := s.Next()
			if err != nil {
				break
			}
			total += len(token.Raw)
			EachAttribute(token.Attrs, func(_, value []byte) { Unescape(value) })
			token.Value("b")
		}
		if total > len(in) {
			t.Errorf("%d bytes of tokens from %d", total, len(in))
		}
	})
}
