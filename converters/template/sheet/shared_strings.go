package sheet

import (
	"bytes"
	"slices"
	"strconv"

	"lectern/converters/template/markup"
)

// mayHaveTags reports whether a text contains a default delimiter.
func mayHaveTags(t markup.Token) bool {
	return t.Kind == markup.Text && bytes.ContainsAny(t.Raw, "{}")
}

// sharedStrings are the texts that are stored once for the cells of all sheets (ECMA-376, part 1, 18.4.9).
type sharedStrings struct {
	part   string
	tokens []markup.Token
	all    []sharedString
	tagged bool
}

type sharedString struct {
	tokens   []markup.Token // the content of the si element
	from, to int            // the indexes of its first and last token
	tagged   bool
}

func readSharedStrings(part string, source []byte) (*sharedStrings, error) {
	s := &sharedStrings{part: part}
	var err error
	if s.tokens, err = markup.Scan(unprefixed(source)); err != nil {
		return nil, err
	}
	all := bytes.Contains(source, []byte("{=")) // a tag may change the delimiters, so all texts may have tags
	for i := 0; i < len(s.tokens); i++ {
		if t := &s.tokens[i]; t.Name == "si" {
			end := markup.EndOf(s.tokens, i)
			one := sharedString{tokens: cellText(s.tokens[min(i+1, end):end]), from: i, to: end}
			one.tagged = all || slices.ContainsFunc(one.tokens, mayHaveTags)
			s.tagged = s.tagged || one.tagged
			s.all = append(s.all, one)
			i = end
		}
	}
	return s, nil
}

// cellText returns the markup of a text without phonetic runs, and without elements that the compiler would mistake for
// cells.
func cellText(tokens []markup.Token) []markup.Token {
	return markup.DropElements(tokens, []string{"rPh", "phoneticPr", "row", "c", "v"})
}

func (s *sharedStrings) at(number string) *sharedString {
	i, err := strconv.Atoi(number)
	if err != nil || s == nil || i < 0 || i >= len(s.all) {
		return nil
	}
	return &s.all[i]
}

// withoutTags returns the markup of the part with shared strings. In it, the texts that contain tags are empty, because
// the rendered texts are written into the cells themselves.
func (s *sharedStrings) withoutTags() (raw []byte) {
	next := 0
	for _, one := range s.all {
		if one.tagged {
			raw = append(markup.AppendTokens(raw, s.tokens[next:one.from]), "<si><t/></si>"...)
			next = one.to + 1
		}
	}
	return markup.AppendTokens(raw, s.tokens[next:])
}
