package sealedurl

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// minEchoLength is the length, in bytes, of the shortest credential that is replaced in a text. Shorter strings also
// occur in texts by chance.
const minEchoLength = 3

// RedactEcho replaces the credentials of a URL in a text that may repeat them, such as a response from that URL. It
// replaces the same credentials as [Redact]. If the text contains a credential that is shorter than minEchoLength,
// RedactEcho replaces the whole text.
func RedactEcho(text, address string) string {
	found := new(redaction)
	found.redact(address)
	if found.hasShort(text) {
		return Placeholder
	}
	e := replacements{maxLength: len(text), seen: make(map[string]bool)}
	for _, value := range found.values {
		e.addValue(value)
	}
	for _, user := range found.users {
		e.addUser(user)
	}
	for _, part := range found.parts {
		e.addPart(part)
	}
	return e.replace(text)
}

// hasShort reports whether a text contains one of the URL's credentials that are shorter than minEchoLength.
func (r *redaction) hasShort(text string) bool {
	isShort := func(credential string) bool {
		plain := unescape(credential)
		return strings.Trim(plain, "=") != "" && len(plain) < minEchoLength && strings.Contains(text, plain)
	}
	return slices.ContainsFunc(r.values, isShort) || slices.ContainsFunc(r.users, func(user string) bool {
		name, password, _ := cutUser(user)
		return isShort(password) || password == "" && isShort(name) // without a password, the name is the credential
	})
}

// replacements collects the strings that must be replaced in a text, in all of their spellings.
type replacements struct {
	maxLength int // maximum length of a spelling: the length of the text
	seen      map[string]bool
	pairs     []part
}

// addValue adds the value of a secret parameter. It adds the whole value, and also the pieces between those characters
// that some servers treat as the end of a value.
func (e *replacements) addValue(value string) {
	e.add(value, Placeholder)
	isSeparator := func(c rune) bool { return strings.ContainsRune(separators, c) }
	for _, text := range []string{value, unescape(value)} {
		for piece := range strings.FieldsFuncSeq(text, isSeparator) {
			e.add(piece, Placeholder)
			before, _, _ := strings.Cut(piece, "/")
			e.add(before, Placeholder)
		}
	}
}

// addUser adds the user information of a URL: the complete text, the name, the password, and the encoding of the text
// in an Authorization header.
func (e *replacements) addUser(user string) {
	name, password, _ := cutUser(user)
	for _, text := range []string{user, name, password} {
		e.add(text, Placeholder)
	}
	e.add(base64.StdEncoding.EncodeToString([]byte(unescapeOnce(name)+":"+unescapeOnce(password))), Placeholder)
}

// cutUser splits user information into a name and a password. If the URL is nested in another URL, the colon between
// name and password may be encoded.
func cutUser(user string) (name, password string, has bool) {
	if strings.Contains(user, ":") {
		return strings.Cut(user, ":")
	}
	return strings.Cut(unescape(user), ":")
}

// addPart adds an encoded part of a URL that contains a credential. It adds the part in each stage of decoding.
func (e *replacements) addPart(p part) {
	for range maxEscapes + 1 {
		e.addSpellings(p.text, p.redacted)
		next := unescapeOnce(p.text)
		if next == p.text {
			return
		}
		p = part{next, unescapeOnce(p.redacted)}
	}
}

// add adds a string, in encoded and decoded form.
func (e *replacements) add(raw, replacement string) {
	for _, text := range []string{raw, unescapeOnce(raw), unescape(raw), unescape(strings.ReplaceAll(raw, "+", " "))} {
		e.addSpellings(text, replacement)
	}
}

// addSpellings adds the spellings of a string in plain text, URLs, HTML and JSON.
func (e *replacements) addSpellings(text, replacement string) {
	if len(text) > e.maxLength || e.seen[text] {
		return // the other spellings are at least as long
	}
	e.seen[text] = true
	query, path := url.QueryEscape(text), url.PathEscape(text)
	quoted, _ := json.Marshal(text) // encoding a string as JSON cannot fail
	for _, spelling := range []string{text, query, path, lowerEscapes(query), lowerEscapes(path), html.EscapeString(text),
		strings.Trim(string(quoted), `"`)} {
		e.pairs = append(e.pairs, part{spelling, replacement})
	}
}

var escaped = regexp.MustCompile(`%[0-9A-F]{2}`)

// lowerEscapes converts the hexadecimal digits of percent-encoded characters to lower case.
func lowerEscapes(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	return escaped.ReplaceAllStringFunc(text, strings.ToLower)
}

// replace replaces the collected strings in a text, the longest first.
func (e *replacements) replace(text string) string {
	e.pairs = slices.DeleteFunc(e.pairs, func(p part) bool { return len(p.text) < minEchoLength || p.text == Placeholder })
	slices.SortFunc(e.pairs, func(a, b part) int {
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), cmp.Compare(a.text, b.text), cmp.Compare(a.redacted, b.redacted))
	})
	var pairs []string
	for _, p := range slices.Compact(e.pairs) {
		pairs = append(pairs, p.text, p.redacted)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
