package sealedurl

import (
	"encoding/json"
	"regexp"
	"strings"
)

// separators are the characters that may precede a parameter.
const separators = "?&;#"

// redactNested redacts a part of a URL. The part may be encoded several times, and its decoded text may be a URL or the
// end of a URL. redactNested decodes one level of encoding after the other. If it decoded all levels at once, an
// encoded separator within a credential would seem to end the credential. A part without credentials is returned
// unchanged. A redacted part is returned with one level of encoding.
func (r *redaction) redactNested(encoded string, redact, escape func(string) string) string {
	text, found := encoded, false
	for range maxEscapes + 1 {
		redacted := redact(text)
		found = found || redacted != text
		if text = unescapeOnce(redacted); text == redacted {
			break
		}
	}
	if !found {
		return encoded
	}
	redacted := escape(redact(text))
	r.parts = append(r.parts, part{encoded, redacted})
	return redacted
}

// redactValue redacts the decoded value of a parameter. The value may itself begin with a parameter, such as token=….
func (r *redaction) redactValue(text string) string {
	if name, value, _ := strings.Cut(text, "="); isIdentifier(name) && isSecret(name) && strings.Trim(value, "=") != "" {
		end := valueEnd(value)
		text = name + "=" + r.hideValue(value[:end]) + value[end:]
	}
	return r.redactText(text)
}

// redactText redacts, within a text, the user information of URLs, the values of secret parameters after a separator,
// and the values of secret members of JSON objects.
func (r *redaction) redactText(text string) string {
	if !strings.Contains(text, "=") && !strings.Contains(text, "//") && !strings.Contains(text, `"`) {
		return text
	}
	text = r.redactMembers(text)
	var out strings.Builder
	for begins := true; text != ""; begins = false {
		end := strings.IndexAny(text[1:], separators) + 1
		if end == 0 {
			end = len(text)
		}
		name, value, _ := strings.Cut(text, "=")
		if len(name) < end && strings.Trim(value, "=") != "" && (!begins || strings.ContainsAny(unescape(name), separators)) && isSecret(name) {
			end = valueEnd(value)
			out.WriteString(name + "=" + r.hideValue(value[:end]))
			text = value[end:]
			continue
		}
		out.WriteString(text[:end])
		text = text[end:]
	}
	return r.redactUsers(out.String())
}

// member matches a member of a JSON object whose value is a string or a number. The groups are the text before the
// value, the name, and the value.
var member = regexp.MustCompile(`("([^"\\]+)"[\s+]*:[\s+]*)("(?:[^"\\]|\\.)*"?|-?[0-9][^,}\]\s"]*)`)

// redactMembers redacts the values of secret members of JSON objects in a text.
func (r *redaction) redactMembers(text string) string {
	if !strings.Contains(text, `"`) {
		return text
	}
	return member.ReplaceAllStringFunc(text, func(found string) string {
		match := member.FindStringSubmatch(found)
		value := strings.Trim(match[3], `"`)
		if value == "" || !isSecret(match[2]) {
			return found
		}
		var plain string
		if json.Unmarshal([]byte(`"`+value+`"`), &plain) == nil && plain != value {
			r.hideValue(plain)
		}
		return match[1] + `"` + r.hideValue(value) + `"`
	})
}

// valueEnd returns the position at which the value of a secret parameter ends. A semicolon is not treated as the end,
// because it may be a part of the value.
func valueEnd(value string) int {
	if end := strings.IndexAny(value, "&#"); end >= 0 {
		return end
	}
	return len(value)
}

// redactUsers redacts the user information of all URLs in a text.
func (r *redaction) redactUsers(text string) string {
	var out strings.Builder
	for {
		before, after, has := strings.Cut(text, "//")
		if !has {
			return out.String() + text
		}
		out.WriteString(before + "//")
		text = after
		if before != "" && !strings.ContainsAny(before[len(before)-1:], ":="+separators) {
			continue
		}
		end := strings.IndexAny(text, `/\?#`)
		if end < 0 {
			end = len(text)
		}
		if at := strings.LastIndex(text[:end], "@"); at >= 0 {
			out.WriteString(r.hideUser(text[:at]))
			text = text[at:]
		}
	}
}

// isIdentifier reports whether a text consists of characters that are common in names of parameters.
func isIdentifier(text string) bool {
	return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789_-.[]") == ""
}
