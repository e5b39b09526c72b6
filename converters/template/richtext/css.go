package richtext

import (
	"strings"

	"golang.org/x/net/html"
)

// declarations maps the names of a style attribute's declarations to their values. If a name repeats, the last value
// counts.
type declarations map[string]string

// declarationsOf parses the style attribute of an element (CSS Style Attributes).
func declarationsOf(n *html.Node) declarations {
	text := attribute(n, "style")
	if text == "" {
		return nil
	}
	all := declarations{}
	for _, one := range split(text, ';') {
		name, value, ok := strings.Cut(one, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		value, _, _ = strings.Cut(value, "!important")
		if value = strings.TrimSpace(value); ok && value != "" {
			all[name] = value
		}
	}
	return all
}

// split splits a text at each occurrence of a character outside of strings and brackets. If the character is a space,
// the text is split at all kinds of white space.
func split(text string, separator rune) (parts []string) {
	from, brackets, quote := 0, 0, rune(0)
	for i, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '(':
			brackets++
		case r == ')':
			brackets = max(0, brackets-1)
		case brackets == 0 && (r == separator || separator == ' ' && isSpace(r)):
			if parts = append(parts, text[from:i]); separator == ' ' && i == from {
				parts = parts[:len(parts)-1]
			}
			from = i + 1
		}
	}
	if rest := text[from:]; rest != "" || separator != ' ' {
		parts = append(parts, rest)
	}
	return parts
}

// word returns the value of a property in lower case.
func (d declarations) word(name string) string { return strings.ToLower(d[name]) }

// applyToFormat sets the values of a character format that the declarations contain. Other values stay unchanged.
func (d declarations) applyToFormat(l *Format) {
	if color := colorOf(d["color"]); color != "" {
		l.Color = color
	}
	d.applyFont(l)
	switch decoration := d.word("text-decoration") + " " + d.word("text-decoration-line"); {
	case strings.Contains(decoration, "none"):
		l.Underline, l.Strike = Off, Off
	default:
		if strings.Contains(decoration, "underline") {
			l.Underline = On
		}
		if strings.Contains(decoration, "line-through") {
			l.Strike = On
		}
	}
	switch d.word("text-transform") {
	case "uppercase":
		l.Capitals = On
	case "none", "lowercase":
		l.Capitals = Off
	}
	switch d.word("vertical-align") {
	case "super":
		l.Shift = Superscript
	case "sub":
		l.Shift = Subscript
	case "baseline":
		l.Shift = Baseline
	}
}

// applyFont applies the declarations of the font family, size, weight and style.
func (d declarations) applyFont(l *Format) {
	if family := familyOf(d["font-family"]); family != "" {
		l.Font = family
	}
	l.setSize(d["font-size"])
	switch weight := d.word("font-weight"); weight {
	case "":
	case "bold", "bolder", "600", "700", "800", "900":
		l.Bold = On
	case "normal", "lighter", "100", "200", "300", "400", "500":
		l.Bold = Off
	}
	switch d.word("font-style") {
	case "italic", "oblique":
		l.Italic = On
	case "normal":
		l.Italic = Off
	}
}

// monospaced is the font of monospaced text.
const monospaced = "Courier New"

// familyOf returns the first font of a list of fonts.
func familyOf(list string) string {
	const longestName = 64
	family := strings.TrimSpace(split(list+",", ',')[0])
	family = strings.TrimSpace(strings.Trim(family, `"'`))
	switch strings.ToLower(family) {
	case "monospace", "ui-monospace":
		return monospaced
	case "serif", "ui-serif":
		return "Times New Roman"
	case "sans-serif", "system-ui", "ui-sans-serif", "-apple-system":
		return "Arial"
	case "inherit", "initial", "unset", "cursive", "fantasy":
		return ""
	}
	if len(family) > longestName {
		return ""
	}
	return family
}

// background returns the background color of an element, or "" if it has none.
func (d declarations) background() string {
	if color := colorOf(d["background-color"]); color != "" {
		return color
	}
	for _, word := range split(d["background"], ' ') {
		if color := colorOf(word); color != "" {
			return color
		}
	}
	return ""
}

// alignOf parses an align attribute or a text-align property.
func alignOf(text string) Align {
	switch strings.ToLower(text) {
	case "left", "start", "-webkit-left":
		return Left
	case "center", "middle", "-webkit-center":
		return Center
	case "right", "end", "-webkit-right":
		return Right
	case "justify":
		return Justify
	}
	return ""
}

// verticalOf parses a valign attribute, or the vertical-align property of a cell.
func verticalOf(text string) string {
	switch text = strings.ToLower(text); text {
	case "top", "bottom":
		return text
	case "middle", "center":
		return "center"
	}
	return ""
}

// leftIndent returns the sum of the left margin and the left padding of an element, in EMU.
func (d declarations) leftIndent() (sum int64) {
	for _, name := range []string{"margin", "padding"} {
		text := d[name+"-left"]
		if all := split(d[name], ' '); text == "" && len(all) > 0 {
			text = all[[]int{0, 1, 1, 3}[min(len(all), 4)-1]]
		}
		if l, ok := lengthOf(text); ok {
			sum += l.EMU
		}
	}
	const limit = maxLength / 50
	return min(max(sum, 0), limit)
}

// border parses the border of a side, or of all sides if side is empty. It returns nil if there is none.
func (d declarations) border(side string) *Border {
	name := "border"
	if side != "" {
		name += "-" + side
	}
	text, isSet := d[name]
	if style := d.word(name + "-style"); style != "" {
		text, isSet = text+" "+style+" "+d[name+"-width"]+" "+d[name+"-color"], true
	}
	if !isSet {
		return nil
	}
	const usual = 0.75
	b := &Border{Style: "none", Points: usual}
	for _, word := range split(text, ' ') {
		switch word = strings.ToLower(word); word {
		case "solid", "ridge", "groove", "inset", "outset":
			b.Style = "single"
		case "double", "dotted", "dashed":
			b.Style = word
		case "none", "hidden":
			b.Style = "none"
		case "thin":
		case "medium":
			b.Points = 3 * usual
		case "thick":
			b.Points = 5 * usual
		default:
			b.applyWord(word)
		}
	}
	return b
}

// applyWord applies a keyword of a border: a width, a style or a color.
func (b *Border) applyWord(word string) {
	const thickest = 12
	if color := colorOf(word); color != "" {
		b.Color = color
	} else if l, ok := lengthOf(word); ok {
		if b.Points = min(float64(l.EMU)/12_700, thickest); b.Points <= 0 {
			b.Style = "none"
		}
	}
}
