package core

import (
	"net/url"
	"regexp"
	"strings"
)

// TaggedText is a text with tags that is not part of a document's text, such as a link address or a document name.
type TaggedText []TaggedTextPart

// TaggedTextPart is a literal text or a template tag.
type TaggedTextPart struct {
	Text string
	Tag  *Tag
}

// hasTags reports whether a text may contain template tags.
func hasTags(text string) bool {
	open := strings.Index(text, DefaultDelimiters.Open)
	return open >= 0 && strings.Contains(text[open:], DefaultDelimiters.Close)
}

// ParseTaggedText parses a text with tags. Every tag is replaced with its value.
func (c *Compiler) ParseTaggedText(text string) (all TaggedText) {
	for text != "" {
		before, rest, found := strings.Cut(text, DefaultDelimiters.Open)
		inner, after, closed := strings.Cut(rest, DefaultDelimiters.Close)
		if !found || !closed {
			return append(all, TaggedTextPart{Text: text})
		}
		if before != "" {
			all = append(all, TaggedTextPart{Text: before})
		}
		t := &Tag{Source: DefaultDelimiters.Open + inner + DefaultDelimiters.Close, Part: c.Part, Paragraph: text}
		t.Parse(inner)
		c.Parse(t)
		all, text = append(all, TaggedTextPart{Tag: t}), after
	}
	return all
}

// escapedTag matches two things in a link address: a template tag, whose characters may be percent-encoded, and a
// percent sign with the two hexadecimal digits that may follow it.
var escapedTag = regexp.MustCompile(`(?is)(?:\{|%7B)(.*?)(?:\}|%7D)|%(?:[0-9a-f]{2})?`)

// UnescapeTags decodes the template tags in a link address, because word processors percent-encode their characters.
// Other percent-encoded characters are not changed. A percent sign without two hexadecimal digits after it is encoded.
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
			inner = plain // otherwise, the percent sign is an operator, as in {n%2}
		}
		return DefaultDelimiters.Open + inner + DefaultDelimiters.Close
	})
}

// render returns the text with the values of its tags in the scope s. The function escape is applied to each
// value.
func (p TaggedText) render(r *Renderer, s *Scope, escape func(string) string) string {
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

// escapeInAddress percent-encodes a text. A space becomes %20, because "+" means a space only in form data (RFC 3986,
// 2.1).
func escapeInAddress(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

// RenderAddress returns the text as a link address with the values of its tags. Values are percent-encoded unless the
// address begins with a tag.
func (p TaggedText) RenderAddress(r *Renderer, s *Scope) string {
	escape := escapeInAddress
	if len(p) > 0 && p[0].Tag != nil {
		escape = func(text string) string { return text }
	}
	return p.render(r, s, escape)
}
