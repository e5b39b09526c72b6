package core

import (
	"net/url"
	"regexp"
	"strings"
)

// Phrase is a text with tags outside of the text of a document, such as an address or a name.
type Phrase []PhrasePart

// PhrasePart is a literal text, or a tag.
type PhrasePart struct {
	Text string
	Tag  *Tag
}

// hasTags reports whether a text may have tags.
func hasTags(text string) bool {
	open := strings.Index(text, UsualDelimiters.Open)
	return open >= 0 && strings.Contains(text[open:], UsualDelimiters.Close)
}

// Phrase parses a text with tags. All of them stand for values.
func (c *Compiler) Phrase(text string) (all Phrase) {
	for text != "" {
		before, rest, found := strings.Cut(text, UsualDelimiters.Open)
		inner, after, closed := strings.Cut(rest, UsualDelimiters.Close)
		if !found || !closed {
			return append(all, PhrasePart{Text: text})
		}
		if before != "" {
			all = append(all, PhrasePart{Text: before})
		}
		t := &Tag{Source: UsualDelimiters.Open + inner + UsualDelimiters.Close, Part: c.Part, Paragraph: text}
		t.Parse(inner)
		c.Parse(t)
		all, text = append(all, PhrasePart{Tag: t}), after
	}
	return all
}

// escapedTag matches a tag in an address, in which any character may be percent-encoded, or a percent sign with what it
// encodes.
var escapedTag = regexp.MustCompile(`(?is)(?:\{|%7B)(.*?)(?:\}|%7D)|%(?:[0-9a-f]{2})?`)

// UnescapeTags decodes the tags in an address, because programs percent-encode their characters. Other encoded
// characters stay, and a percent sign that encodes nothing is encoded itself.
func UnescapeTags(address string) string {
	return escapedTag.ReplaceAllStringFunc(address, func(found string) string {
		inner := escapedTag.FindStringSubmatch(found)[1]
		switch {
		case found == "%":
			return "%25"
		case inner == "":
			return found
		}
		if plain, err := url.PathUnescape(inner); err == nil {
			inner = plain // otherwise the percent sign is an operator, such as in {n%2}
		}
		return UsualDelimiters.Open + inner + UsualDelimiters.Close
	})
}

// text returns the text of a phrase in a scope. Each value passes through escape.
func (p Phrase) text(r *Renderer, s *Scope, escape func(string) string) string {
	var text strings.Builder
	for _, part := range p {
		if part.Tag == nil {
			text.WriteString(part.Text)
		} else if value, ok := r.Value(part.Tag, s); ok {
			text.WriteString(escape(r.Text(part.Tag, value)))
		}
	}
	return text.String()
}

// escapeInAddress percent-encodes a text; a space becomes %20, because a plus is one in forms only (RFC 3986, 2.1).
func escapeInAddress(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

// InAddress returns the address in a scope. Values are percent-encoded, except in an address that begins with a tag.
func (p Phrase) InAddress(r *Renderer, s *Scope) string {
	escape := escapeInAddress
	if len(p) > 0 && p[0].Tag != nil {
		escape = func(text string) string { return text }
	}
	return p.text(r, s, escape)
}
