package property

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/mazznoer/csscolorparser"

	"lectern/backend/sentence"
)

// The color notations that all browsers support (CSS Color 4, without system colors): a name, hexadecimal digits, or a
// function of numbers. These patterns are needed because the parser also accepts other notations, such as hexadecimal
// digits without a "#".
var (
	colorWord     = regexp.MustCompile(`^(?:[A-Za-z]*[G-Zg-z][A-Za-z]*|#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))$`)
	colorFunction = regexp.MustCompile(`(?i)^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*` + channel +
		`(?:\s*,\s*` + channel + `\s*,\s*` + channel + `(?:\s*,\s*` + channel + `)?|\s+` + channel + `\s+` + channel + `(?:\s*/\s*` +
		channel + `)?)\s*\)$`)
)

const channel = `[+-]?(?:[0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})(?:%|deg|rad|grad|turn)?`

// parseColor converts a color into hexadecimal notation, which is safe in a CSS declaration.
func parseColor(text string) (string, *mistake) {
	noColor := newMistake(sentence.New("takes-color", "{property} must be a CSS color: a name, #rrggbb, rgb(r,g,b) or rgba(r,g,b,a)."))
	if !colorWord.MatchString(text) && !colorFunction.MatchString(text) {
		return "", noColor
	}
	color, err := csscolorparser.Parse(text)
	if err != nil {
		return "", noColor
	}
	return color.Clamp().HexString(), nil
}

// maxFont is the maximum length of a font-family, in bytes.
const maxFont = 500

// quotedFamily and plainFamily match the name of a font family: a quoted string, or identifiers (CSS Fonts 4, 2.1).
// Escape sequences are not supported.
var (
	quotedFamily = regexp.MustCompile(`^(?:"[^"\\]+"|'[^'\\]+')`)
	plainFamily  = regexp.MustCompile(`^` + identifier + `(?:[ \t]+` + identifier + `)*`)
)

const identifier = `(?:--|-?[A-Za-z_\x{A0}-\x{10FFFF}])[A-Za-z0-9_\x{A0}-\x{10FFFF}-]*`

// parseFont converts a font-family into a notation that is safe in a CSS declaration. In quoted names, special
// characters are escaped.
func parseFont(text string) (string, *mistake) {
	noFont := newMistake(sentence.New("takes-font", "{property} must be font names as in CSS font-family: separated by commas, in "+
		"quotation marks unless they are plain words."))
	if len(text) > maxFont {
		return "", tooLong(maxFont)
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		return "", noFont
	}
	var families []string
	for rest := text; ; {
		rest = strings.TrimLeft(rest, " ")
		name := quotedFamily.FindString(rest)
		if name != "" {
			families = append(families, quote(name[1:len(name)-1]))
		} else if name = plainFamily.FindString(rest); name != "" && !reservedFamily(name) {
			families = append(families, strings.Join(strings.Fields(name), " "))
		} else {
			return "", noFont
		}
		if rest = strings.TrimLeft(rest[len(name):], " "); rest == "" {
			return strings.Join(families, ", "), nil
		}
		if rest[0] != ',' {
			return "", noFont
		}
		rest = rest[1:]
	}
}

// reservedFamily reports whether CSS reserves a name, so that it cannot be the name of a font family.
func reservedFamily(name string) bool {
	switch strings.ToLower(name) {
	case "inherit", "initial", "unset", "revert", "revert-layer", "default":
		return true
	}
	return false
}

// quote returns a quoted CSS string. Special characters are escaped, so that the text can end neither the string nor
// the HTML element that contains it.
func quote(text string) string {
	var quoted strings.Builder
	for _, r := range text {
		if r == ' ' || r == '-' || r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			quoted.WriteRune(r)
		} else {
			fmt.Fprintf(&quoted, `\%x `, r)
		}
	}
	return `"` + quoted.String() + `"`
}

// Declaration returns a value in a notation that is safe in a CSS declaration. No value can add another declaration. It
// returns "" for values that cannot be used in a declaration.
func (p *Property) Declaration(value any) string {
	text, _ := value.(string)
	switch p.Kind {
	case Color:
		color, _ := parseColor(text) // "" if the color is invalid
		return color
	case Font:
		families, _ := parseFont(text)
		return families
	case Visibility:
		if text == Visible || text == Hidden {
			return text
		}
	}
	return ""
}

var capital = regexp.MustCompile(`[A-Z]+`)

// Variable returns the name of the CSS custom property for a property, such as --theme-button-hover-color.
func (p *Property) Variable() string {
	return "--theme-" + capital.ReplaceAllStringFunc(p.Name, func(s string) string { return "-" + strings.ToLower(s) })
}
