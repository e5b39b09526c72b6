package core

import (
	"net/url"
	"regexp"
	"strings"
)

// Phrase is a text with tags that is no part of a document's text: an address, a name.
type Phrase []PhrasePart

// PhrasePart is a text as it is, or a tag.
type PhrasePart struct {
	Text string
	Tag  *Tag
}

// hasTags says whether a text might be a phrase with tags.
func hasTags(text string) bool {
	open := strings.Index(text, UsualDelimiters.Open)
	return open >= 0 && strings.Contains(text[open:], UsualDelimiters.Close)
}

// Phrase reads a text with tags, which are for values alone.
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

// escapedTag is a tag in an address, of which any sign may be escaped, or a percent sign with what is
// escaped by it.
var escapedTag = regexp.MustCompile(`(?is)(?:\{|%7B)(.*?)(?:\}|%7D)|%(?:[0-9a-f]{2})?`)

// UnescapeTags gives an address with the tags in it as a person has written them: programs escape their
// signs. What is escaped around them stays, and a percent sign that escapes nothing is escaped itself.
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
			inner = plain // otherwise a remainder, such as {n%2}
		}
		return UsualDelimiters.Open + inner + UsualDelimiters.Close
	})
}

// text gives the text of a phrase in a scope; each value is escaped by escape.
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

// escapeInAddress escapes a text as part of an address: forms alone have a plus for a space (RFC 3986, 2.1).
func escapeInAddress(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

// InAddress escapes a value for an address, unless it is the whole or the beginning of one.
func (p Phrase) InAddress(r *Renderer, s *Scope) string {
	escape := escapeInAddress
	if len(p) > 0 && p[0].Tag != nil {
		escape = func(text string) string { return text }
	}
	return p.text(r, s, escape)
}
