package property

import (
	"encoding/json"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"lectern/backend/sentence"
)

// The values of properties of kind Visibility.
const (
	Visible = "visible"
	Hidden  = "hidden"
)

// parseValue parses a property's value from JSON. It returns a mistake if the value is invalid.
func (p *Property) parseValue(raw json.RawMessage, mode parseMode) (any, *mistake) {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, newMistake(sentence.New("unreadable", "{property} cannot be read."))
	}
	text, isText := value.(string)
	switch p.Kind {
	case Boolean:
		return readBoolean(value, text, mode)
	case Integer:
		return p.readInteger(value, text, mode)
	}
	if !isText {
		return nil, newMistake(sentence.New("takes-text", "{property} must be text in quotation marks."))
	}
	if p.Kind == Image {
		text = unwrapDataURL(text)
	}
	return text, p.checkText(text)
}

func readBoolean(value any, text string, mode parseMode) (any, *mistake) {
	switch {
	case value == true, mode == lenient && strings.EqualFold(text, "true"):
		return true, nil
	case value == false, mode == lenient && strings.EqualFold(text, "false"):
		return false, nil
	}
	return nil, newMistake(sentence.New("takes-boolean", "{property} must be true or false, without quotation marks."))
}

func (p *Property) readInteger(value any, text string, mode parseMode) (any, *mistake) {
	number, ok := value.(float64)
	if mode == lenient && text != "" {
		n, err := strconv.Atoi(text)
		number, ok = float64(n), err == nil
	}
	if !ok || number != math.Trunc(number) || number < float64(p.Min) || number > float64(p.Max) {
		return nil, newMistake(sentence.New("takes-number", "{property} must be a whole number from {first} to {last}.").With("first", p.Min).
			With("last", p.Max))
	}
	return int(number), nil
}

func (p *Property) checkText(text string) *mistake {
	if text == "" && p.Default == "" {
		return nil // the default, which need not match the kind
	}
	switch p.Kind {
	case Choice, Visibility:
		return checkChoice(text, p.Words())
	case URL:
		_, err := parseURL(text)
		return err
	case Text:
		return p.checkLine(text)
	case Color:
		_, err := parseColor(text)
		return err
	case Font:
		_, err := parseFont(text)
		return err
	case Image:
		return checkImage(text)
	case Sources:
		return checkSources(text)
	}
	return newMistake(sentence.New("unknown-kind", "{property} has an unknown kind: {kind}.").With("kind", p.Kind))
}

func tooLong(limit int) *mistake {
	return newMistake(sentence.New("takes-short-text", "{property} can have at most {count} characters.").With("count", limit))
}

func checkChoice(text string, choices []string) *mistake {
	if slices.Contains(choices, text) {
		return nil
	}
	return newMistake(sentence.New("takes-choice", "{property} must be one of {choices}.").With("choices", strings.Join(choices, ", ")))
}

// placeholder matches text in braces, including the braces. It does not match a single brace.
var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

func (p *Property) checkLine(text string) *mistake {
	if utf8.RuneCountInString(text) > p.MaxLength {
		return tooLong(p.MaxLength)
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		return newMistake(sentence.New("takes-line", "{property} must be one line of text without control characters."))
	}
	for _, word := range placeholder.FindAllString(text, -1) {
		if !slices.Contains(p.Placeholders, strings.Trim(word, "{}")) {
			return newMistake(sentence.New("takes-placeholders", "{property} supports only the placeholders {names}.").
				With("names", "{"+strings.Join(p.Placeholders, "}, {")+"}"))
		}
	}
	return nil
}

// maxURL is the maximum length of a URL, in bytes.
const maxURL = 2000

// hostName matches a host name whose international characters are encoded, or an IPv6 address.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?$|^\[[0-9A-Fa-f:.]+\]$`)

// parseURL parses a URL to which the reader's browser may be sent. In the result, international characters of the host
// are encoded.
func parseURL(text string) (*url.URL, *mistake) {
	noAddress := newMistake(sentence.New("takes-address", "{property} must be an address that begins with http:// or https://."))
	if len(text) > maxURL {
		return nil, newMistake(sentence.New("takes-short-address", "{property} must be an address of at most {count} characters.").
			With("count", maxURL))
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return nil, noAddress
	}
	host, port := u.Hostname(), u.Port()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	} else if host, err = idna.Lookup.ToASCII(host); err != nil {
		return nil, noAddress
	}
	if !hostName.MatchString(host) {
		return nil, noAddress
	}
	if u.Host = host; port != "" {
		u.Host += ":" + port
	}
	return u, nil
}

// Origin returns the origin of a URL in the notation of a Content-Security-Policy. It returns "" for a data URL or an
// empty URL.
func Origin(address string) string {
	u, err := parseURL(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
