package property

import (
	"encoding/base64"
	"regexp"
	"strings"

	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// MaxImage is the maximum size of an image in a data URL after decoding, in bytes.
const MaxImage = 256 << 10

// imageSignatures maps the prefixes of data URLs to the possible signatures of such images.
var imageSignatures = map[string][]string{
	"data:image/gif;base64,": {"GIF87a", "GIF89a"},
	"data:image/png;base64,": {"\x89PNG\r\n\x1a\n"},
}

// unwrapDataURL removes the white space between the lines of a wrapped data URL. Other texts are returned unchanged.
func unwrapDataURL(text string) string {
	for prefix := range imageSignatures {
		if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, prefix) {
			return strings.Join(strings.Fields(trimmed), "")
		}
	}
	return text
}

func checkImage(text string) *mistake {
	for prefix, magic := range imageSignatures {
		if encoded, ok := strings.CutPrefix(text, prefix); ok {
			return checkPicture(encoded, magic)
		}
	}
	if _, err := parseURL(text); err != nil {
		return newMistake(sentence.New("takes-picture", "{property} must be an address that begins with http:// or https://, or a "+
			"picture as data:image/gif;base64,… or data:image/png;base64,…."))
	}
	return nil
}

func checkPicture(encoded string, magic []string) *mistake {
	if base64.StdEncoding.DecodedLen(len(encoded)) > MaxImage+2 { // padding adds up to two bytes
		return tooLarge()
	}
	picture, err := base64.StdEncoding.Strict().DecodeString(encoded)
	if err != nil {
		return newMistake(sentence.New("picture-unreadable", "{property} has a picture that is not valid base64."))
	}
	if len(picture) > MaxImage {
		return tooLarge()
	}
	for _, start := range magic {
		if strings.HasPrefix(string(picture), start) {
			return nil
		}
	}
	return newMistake(sentence.New("picture-otherwise", "{property} has a picture of another type than its address declares."))
}

func tooLarge() *mistake {
	return newMistake(sentence.New("takes-small-picture", "{property} can have a picture of at most {limit}.").
		With("limit", bytesize.Sentence(MaxImage)))
}

// maxSources is the maximum length of a source list, in bytes.
const maxSources = 1000

// source matches an entry of a source list. Paths, nonces and hashes are not supported (Content Security Policy 3,
// 2.3.1).
var source = regexp.MustCompile(`^(?:\*|'self'|https?:|(?:https?://)?(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::(?:[0-9]{1,5}|\*))?)$`)

func checkSources(text string) *mistake {
	if text == "'none'" {
		return nil
	}
	sources := strings.Split(text, " ")
	for _, s := range sources {
		if !source.MatchString(s) || s == "self" || s == "none" {
			return newMistake(sentence.New("takes-sources", "{property} must be *, 'self' or 'none' with their quotes, or origins "+
				"such as https://example.com and https://*.example.com, separated by single spaces."))
		}
	}
	if len(text) > maxSources {
		return tooLong(maxSources)
	}
	return nil
}
