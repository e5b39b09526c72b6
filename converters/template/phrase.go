package template

import (
	"net/url"
	"regexp"
	"strings"
)

// phrase is a text with tags that is no part of a document's text: an address, a name.
type phrase []phrasePart

// phrasePart is a text as it is, or a tag.
type phrasePart struct {
	text string
	tag  *tag
}

// hasTags says whether a text might be a phrase with tags.
func hasTags(text string) bool {
	open := strings.Index(text, usualDelimiters.open)
	return open >= 0 && strings.Contains(text[open:], usualDelimiters.close)
}

// phrase reads a text with tags, which are for values alone.
func (c *compiler) phrase(text string) (all phrase) {
	for text != "" {
		before, rest, found := strings.Cut(text, usualDelimiters.open)
		inner, after, closed := strings.Cut(rest, usualDelimiters.close)
		if !found || !closed {
			return append(all, phrasePart{text: text})
		}
		if before != "" {
			all = append(all, phrasePart{text: before})
		}
		t := &tag{source: usualDelimiters.open + inner + usualDelimiters.close, part: c.part, paragraph: text}
		t.read(inner)
		c.parse(t)
		all, text = append(all, phrasePart{tag: t}), after
	}
	return all
}

// escapedTag is a tag in an address, of which any sign may be escaped, or a percent sign with what is
// escaped by it.
var escapedTag = regexp.MustCompile(`(?is)(?:\{|%7B)(.*?)(?:\}|%7D)|%(?:[0-9a-f]{2})?`)

// unescapeTags gives an address with the tags in it as a person has written them: programs escape their
// signs. What is escaped around them stays, and a percent sign that escapes nothing is escaped itself.
func unescapeTags(address string) string {
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
		return usualDelimiters.open + inner + usualDelimiters.close
	})
}

// text gives the text of a phrase in a scope; each value is escaped by escape.
func (p phrase) text(r *renderer, s *scope, escape func(string) string) string {
	var text strings.Builder
	for _, part := range p {
		if part.tag == nil {
			text.WriteString(part.text)
		} else if value, ok := r.value(part.tag, s); ok {
			text.WriteString(escape(r.text(part.tag, value)))
		}
	}
	return text.String()
}

// escapeInAddress escapes a text as part of an address: forms alone have a plus for a space (RFC 3986, 2.1).
func escapeInAddress(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

// inAddress escapes a value for an address, unless it is the whole or the beginning of one.
func (p phrase) inAddress(r *renderer, s *scope) string {
	escape := escapeInAddress
	if len(p) > 0 && p[0].tag != nil {
		escape = func(text string) string { return text }
	}
	return p.text(r, s, escape)
}
