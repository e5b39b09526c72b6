package property

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/mazznoer/csscolorparser"

	"lectern/backend/sentence"
)

// The notations of colours that every browser reads (CSS Color 4, without what depends
// on the reader's system): a name, hex, or a function of numbers. The parser knows more,
// such as hex without its sign, which no name looks like.
var (
	colorWord     = regexp.MustCompile(`^(?:[A-Za-z]*[G-Zg-z][A-Za-z]*|#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))$`)
	colorFunction = regexp.MustCompile(`(?i)^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*` + channel +
		`(?:\s*,\s*` + channel + `\s*,\s*` + channel + `(?:\s*,\s*` + channel + `)?|\s+` + channel + `\s+` + channel + `(?:\s*/\s*` +
		channel + `)?)\s*\)$`)
)

const channel = `[+-]?(?:[0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})(?:%|deg|rad|grad|turn)?`

// parseColor gives a colour as hex, which can stand in a declaration.
func parseColor(text string) (string, *mistake) {
	noColor := wrong(sentence.New("takes-color", "{property} takes a color as CSS writes it: a name, #rrggbb, rgb(r,g,b) or rgba(r,g,b,a)."))
	if !colorWord.MatchString(text) && !colorFunction.MatchString(text) {
		return "", noColor
	}
	color, err := csscolorparser.Parse(text)
	if err != nil {
		return "", noColor
	}
	return color.Clamp().HexString(), nil
}

// maxFont bounds a font-family, in bytes.
const maxFont = 500

// family is a family's name: in quotation marks, or a row of identifiers (CSS Fonts 4,
// 2.1). Escapes are not taken: nobody needs them.
var (
	quotedFamily = regexp.MustCompile(`^(?:"[^"\\]+"|'[^'\\]+')`)
	plainFamily  = regexp.MustCompile(`^` + identifier + `(?:[ \t]+` + identifier + `)*`)
)

const identifier = `(?:--|-?[A-Za-z_\x{A0}-\x{10FFFF}])[A-Za-z0-9_\x{A0}-\x{10FFFF}-]*`

// parseFont gives a font-family in a form that can stand in a declaration: what else
// than letters and digits is in a name comes escaped.
func parseFont(text string) (string, *mistake) {
	noFont := wrong(sentence.New("takes-font", "{property} takes names of fonts as CSS font-family has them: parted by commas, in quotation "+
		"marks where they are no plain words."))
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

// reservedFamily says whether a name would be no family in CSS, but a word for all of it.
func reservedFamily(name string) bool {
	switch strings.ToLower(name) {
	case "inherit", "initial", "unset", "revert", "revert-layer", "default":
		return true
	}
	return false
}

// quote writes a string of CSS, which ends neither itself nor the element that it stands in.
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

// Declaration gives a value in the form in which it can stand in a declaration of CSS:
// whatever it was written like, it is one value and no more. It is "" for what no
// declaration takes.
func (p *Property) Declaration(value any) string {
	text, _ := value.(string)
	switch p.Kind {
	case Color:
		color, _ := parseColor(text) // "" where it is wrong
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

// Variable gives the name of the custom property of CSS in which the viewer's page finds
// the value of a property, such as --theme-button-hover-color.
func (p *Property) Variable() string {
	return "--theme-" + capital.ReplaceAllStringFunc(p.Name, func(s string) string { return "-" + strings.ToLower(s) })
}
