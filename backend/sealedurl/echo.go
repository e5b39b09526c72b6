package sealedurl

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"
)

// leastEcho is how long a credential is at least that is looked for in a text: shorter ones are in any text by chance.
const leastEcho = 3

// RedactEcho replaces the credentials of an address in a text that repeats them, such as an answer from there.
func RedactEcho(text, address string) string {
	var pairs []string
	for _, credential := range credentials(address, len(text)) {
		pairs = append(pairs, credential, Placeholder)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// credentials returns the credentials of an address as texts of up to so many bytes may spell them, the longest first.
func credentials(address string, longest int) []string {
	var found []string
	spelt := make(map[string]bool)
	add := func(text string) {
		if len(text) > longest || spelt[text] {
			return // no spelling is shorter
		}
		spelt[text] = true
		quoted, _ := json.Marshal(text) // which a string always can be
		found = append(found, text, url.QueryEscape(text), url.PathEscape(text), html.EscapeString(text), strings.Trim(string(quoted), `"`))
	}
	for _, raw := range hidden(address) {
		for _, text := range []string{raw, unescapeOnce(raw), unescape(raw), unescape(strings.ReplaceAll(raw, "+", " "))} {
			add(text)
		}
	}
	if u, err := url.Parse(address); err == nil && u.User != nil {
		password, _ := u.User.Password()
		add(base64.StdEncoding.EncodeToString([]byte(u.User.Username() + ":" + password))) // as it is sent
	}
	found = slices.DeleteFunc(found, func(text string) bool { return len(text) < leastEcho || text == Placeholder })
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return slices.Compact(found)
}

// hidden returns what [Redact] hides of an address, in each encoding, once each.
func hidden(address string) []string {
	var found []string
	for range mostEscapes + 1 {
		for _, part := range strings.FieldsFunc(address, func(r rune) bool { return strings.ContainsRune("&#", r) }) {
			found = append(found, hiddenValues(part)...)
		}
		found = append(found, hiddenUsers(address)...)
		next := unescapeOnce(address)
		if next == address {
			break
		}
		address = next
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// hiddenValues returns the values of secret parameters in a part of an address, whole and up to where they may end.
func hiddenValues(part string) []string {
	var found []string
	for piece := range strings.FieldsFuncSeq(part, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		name, value, has := strings.Cut(piece, "=")
		if !has || !isSecret(name) {
			continue
		}
		if found == nil {
			_, whole, _ := strings.Cut(part[strings.Index(part, piece):], "=")
			found = append(found, whole)
		}
		before, _, _ := strings.Cut(value, "/")
		found = append(found, value, before)
	}
	return found
}

// hiddenUsers returns the user information of the addresses in a text: whole, and its name and password.
func hiddenUsers(text string) []string {
	var found []string
	for _, authority := range strings.Split(text, "//")[1:] {
		if end := strings.IndexAny(authority, `/\?#`); end >= 0 {
			authority = authority[:end]
		}
		if at := strings.LastIndex(authority, "@"); at >= 0 {
			name, password, _ := strings.Cut(authority[:at], ":")
			found = append(found, authority[:at], name, password)
		}
	}
	return found
}
