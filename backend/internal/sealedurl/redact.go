package sealedurl

import (
	"net/url"
	"slices"
	"strings"
)

// Placeholder is the text that replaces a credential.
const Placeholder = "REDACTED"

// secretParts are words that mark a parameter as a credential. If the name of a parameter contains one of them, its
// value is redacted. Names are compared in lower case and without separators, so that "X-Amz-Signature", "access_token"
// and "api-key" match.
var secretParts = []string{
	"signature", "token", "credential", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "privatekey", "authkey",
	"subscriptionkey", "functionskey", "authorization",
}

// secretNames are complete names of parameters that are credentials.
var secretNames = []string{"sig", "key", "code", "pwd", "pass", "auth", "jwt", "sid", "session", "sessionid", "jsessionid", "phpsessid"}

// Redact replaces the credentials of a URL: the user information, and the values of parameters and of JSON members
// whose names indicate a secret. URLs that are values of parameters are redacted in the same way. The rest of the URL
// is unchanged.
func Redact(address string) string {
	return new(redaction).redact(address)
}

// IsRedacted reports whether [Redact] has redacted a URL. This is the case if the placeholder is in the position of a
// credential.
func IsRedacted(address string) bool {
	const probe = Placeholder + "0a7f" // long enough not to occur in a URL by chance
	probed := strings.ReplaceAll(address, Placeholder, probe)
	return strings.Count(Redact(probed), probe) < strings.Count(probed, probe)
}

// redaction redacts a URL. It also collects the strings that it removes from the URL, in encoded or decoded form.
type redaction struct {
	values []string // replaced values of secret parameters
	users  []string // replaced user information
	parts  []part   // encoded parts of the URL that contain a credential
}

// part is a part of a URL, and the redacted form of that part. The part may be encoded.
type part struct{ text, redacted string }

func (r *redaction) hideValue(value string) string {
	r.values = append(r.values, value)
	return Placeholder
}

func (r *redaction) hideUser(user string) string {
	r.users = append(r.users, user)
	return Placeholder
}

func (r *redaction) redact(address string) string {
	rest, fragment, hasFragment := strings.Cut(address, "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	redacted := r.redactPath(rest)
	if hasQuery {
		redacted += "?" + r.redactParameters(query)
	}
	if hasFragment {
		redacted += "#" + r.redactFragment(fragment)
	}
	return redacted
}

// redactPath redacts the part of a URL before the query: scheme, authority and path.
func (r *redaction) redactPath(text string) string {
	start := strings.Index(text, "//")
	if start < 0 {
		return r.redactMatrix(text)
	}
	start += len("//")
	end := len(text)
	if slash := strings.IndexAny(text[start:], `/\`); slash >= 0 {
		end = start + slash
	}
	authority := text[start:end]
	if at := strings.LastIndex(authority, "@"); at >= 0 {
		authority = r.hideUser(authority[:at]) + authority[at:]
	}
	return text[:start] + authority + r.redactMatrix(text[end:])
}

// redactMatrix redacts the segments of a path: the parameters that follow a semicolon in a segment, and encoded parts
// of segments.
func (r *redaction) redactMatrix(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		name, parameters, has := strings.Cut(segment, ";")
		if has {
			segment = name + ";" + r.redactParameters(parameters)
		}
		segments[i] = r.redactNested(segment, r.redactText, url.PathEscape)
	}
	return strings.Join(segments, "/")
}

// redactFragment redacts the parameters in the fragment of a URL. The fragment may begin with a path. Scripts in web
// pages read such parameters.
func (r *redaction) redactFragment(fragment string) string {
	path, query, has := strings.Cut(fragment, "?")
	if !has {
		return r.redactParameters(fragment)
	}
	return r.redactParameters(path) + "?" + r.redactParameters(query)
}

// redactParameters redacts parameters that are separated by '&'.
func (r *redaction) redactParameters(query string) string {
	parameters := strings.Split(query, "&")
	for i, parameter := range parameters {
		parameters[i] = r.redactParameter(parameter)
	}
	return strings.Join(parameters, "&")
}

// redactParameter redacts one parameter. Some servers treat a semicolon as a separator between parameters, and other
// servers treat it as a part of the value. Therefore everything after the name of a secret parameter is redacted.
func (r *redaction) redactParameter(parameter string) string {
	pieces := strings.Split(parameter, ";")
	for i, piece := range pieces {
		name, value, has := strings.Cut(piece, "=")
		plain := r.redactNested(name, r.redactValue, url.QueryEscape)
		switch {
		case !has:
			pieces[i] = plain
		case isSecret(name) && (value != "" || i < len(pieces)-1):
			_, value, _ = strings.Cut(strings.Join(pieces[i:], ";"), "=")
			pieces[i] = plain + "=" + r.hideValue(value)
			return strings.Join(pieces[:i+1], ";")
		default:
			pieces[i] = plain + "=" + r.redactNested(value, r.redactValue, url.QueryEscape)
		}
	}
	return strings.Join(pieces, ";")
}

// isSecret reports whether the name of a parameter indicates that its value is a credential. The name may be encoded.
func isSecret(name string) bool {
	plain := strings.ToLower(unescape(name))
	if last := strings.LastIndexAny(plain, ".[/"+separators); last >= 0 && slices.Contains(secretNames, onlyLettersAndDigits(plain[last:])) {
		return true
	}
	plain = onlyLettersAndDigits(plain)
	return slices.Contains(secretNames, plain) || slices.ContainsFunc(secretParts,
		func(part string) bool { return strings.Contains(plain, part) })
}

// onlyLettersAndDigits removes everything but letters and digits.
func onlyLettersAndDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// maxEscapes is how many times a part of a URL may be percent-encoded.
const maxEscapes = 4

// unescape decodes the percent-encoding of a text. If the text was encoded several times, up to maxEscapes levels are
// decoded.
func unescape(text string) string {
	for range maxEscapes {
		next := unescapeOnce(text)
		if next == text {
			break
		}
		text = next
	}
	return text
}

// unescapeOnce decodes one level of percent-encoding. It leaves a percent sign without two hexadecimal digits
// unchanged.
func unescapeOnce(text string) string {
	if !strings.ContainsAny(text, "%+") {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if i+2 < len(text) && text[i] == '%' {
			if decoded, err := url.PathUnescape(text[i : i+3]); err == nil {
				out.WriteString(decoded)
				i += 2
				continue
			}
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
