package theme

import (
	"slices"

	"lectern/backend/property"
)

// colorResolver resolves the colors of a theme for the light or the dark color scheme.
type colorResolver struct {
	list        property.List
	dark        bool
	themeColors map[string]rgba // colors that the theme sets
	colors      map[string]rgba // resulting colors, by property or variable
	changed     map[string]bool // properties and variables that the theme does not set, but whose colors depend on it
}

func newColorResolver(list property.List, values property.Values, dark bool) *colorResolver {
	p := &colorResolver{list: list, dark: dark, themeColors: map[string]rgba{}, colors: map[string]rgba{}, changed: map[string]bool{}}
	for _, each := range list.Properties {
		if each.Kind != property.Color {
			continue
		}
		p.colors[each.Name] = p.defaultColor(each.Name, dark)
		if color, ok := parseRGBA(each.Declaration(values[each.Name])); ok {
			p.themeColors[each.Name], p.colors[each.Name] = color, color
		}
	}
	p.colors["readingBackground"] = p.defaultColor("interfaceBackgroundColor", dark)
	if color, ok := p.themeColors["pageBackgroundColor"]; ok {
		p.colors["readingBackground"] = color
	}
	return p
}

// defaultColor returns the default color of a property in the light or the dark color scheme.
func (p *colorResolver) defaultColor(name string, dark bool) rgba {
	each := p.list.Find(name)
	value, _ := each.Default.(string)
	if dark && each.Dark != "" {
		value = each.Dark
	}
	color, _ := parseRGBA(value)
	return color
}

// isSet reports whether the theme sets a color, or a color from which it is derived.
func (p *colorResolver) isSet(name string) bool {
	if name == "readingBackground" {
		name = "pageBackgroundColor"
	}
	_, ok := p.themeColors[name]
	return ok || p.changed[name]
}

// resolve derives all colors that the theme does not set: backgrounds first, then texts and icons.
func (p *colorResolver) resolve() {
	for i := range contrastTable.Backgrounds {
		b := &contrastTable.Backgrounds[i]
		if color, ok := p.themeColors[b.Property]; ok {
			p.colors[b.name()] = color
		} else {
			p.resolveBackground(b)
		}
	}
	for _, o := range contrastTable.Opaque {
		seen := p.backgroundColor(append(slices.Clone(contrastTable.Places[o.In][0]), o.Property))
		color, ok := p.themeColors[o.Property]
		p.set(o.Variable, seen, ok && color.a < 1)
	}
	for i := range contrastTable.Texts {
		if t := &contrastTable.Texts[i]; !p.isSet(t.name()) {
			p.resolveText(t)
		}
	}
}

func (p *colorResolver) resolveBackground(b *background) {
	stack := contrastTable.Places[b.In][0]
	below, standard := p.backgroundColor(stack), p.defaultColor(b.Property, p.dark)
	if b.Bare {
		p.set(b.name(), below, p.isVisibleIn(stack))
		return
	}
	candidates := []rgba{standard, p.defaultColor(b.Property, !p.dark)}
	if b.Else != "" {
		candidates[1], _ = parseRGBA(b.Else)
	}
	if b.Near && contrast(candidates[1].paintedOver(below), below) < contrast(candidates[0].paintedOver(below), below) {
		slices.Reverse(candidates)
	}
	if color, ok := p.themeColors[b.Tint]; ok {
		candidates = slices.Insert(candidates, 0, tint(color, below))
	}
	candidates = append(candidates, white, black) // every color is readable on one of them
	chosen := slices.IndexFunc(candidates, func(c rgba) bool { return p.isReadableOn(b, c.paintedOver(below)) })
	color := candidates[max(chosen, 0)]
	p.set(b.name(), color, color != standard)
}

// isReadableOn reports whether all texts and icons whose colors the theme sets are readable on a background color.
func (p *colorResolver) isReadableOn(b *background, ground rgba) bool {
	return p.areReadable(b.Texts, ground, textContrast) && p.areReadable(b.Signs, ground, iconContrast)
}

// areReadable reports whether the colors of texts that the theme sets have at least the contrast least to the color
// ground. The keys of colors are the properties of the texts. Each value is the property of the background that lies
// between this text and ground. If the theme sets that background, the text is not on ground and is ignored.
func (p *colorResolver) areReadable(colors map[string]string, ground rgba, least float64) bool {
	for name, between := range colors {
		color, isSet := p.themeColors[name]
		if _, covered := p.themeColors[between]; isSet && !covered && contrast(color.paintedOver(ground), ground) < least {
			return false
		}
	}
	return true
}

func (p *colorResolver) resolveText(t *text) {
	grounds := p.backgroundColors(t)
	least := t.Least
	if least == 0 {
		least = textContrast
	}
	candidates := p.candidates(t, grounds, least)
	if t.Opacity > 0 {
		faint := candidates[0]
		faint.a *= t.Opacity
		p.set(t.Variable, candidates[0], minContrast(faint, grounds) < least)
		return
	}
	chosen := slices.IndexFunc(candidates, func(c rgba) bool { return minContrast(c, grounds) >= least })
	if chosen < 0 {
		p.set(t.name(), adjustContrast(candidates[0].paintedOver(grounds[0]), grounds, least), true)
		return
	}
	p.set(t.name(), candidates[chosen], chosen > 0 || !p.isDecided(t) && p.dependsOnTheme(t))
}

// isDecided reports whether the theme sets both the color that a text prefers and the background behind it.
func (p *colorResolver) isDecided(t *text) bool {
	return len(t.Decided) > 0 && !slices.ContainsFunc(t.Decided, func(name string) bool { return !p.isSet(name) })
}

// dependsOnTheme reports whether the theme sets a background behind a text, or the color that the text prefers.
func (p *colorResolver) dependsOnTheme(t *text) bool {
	return slices.ContainsFunc(t.stacks(), p.isVisibleIn) || len(t.Prefer) > 0 && p.isSet(t.Prefer[0])
}

// isVisibleIn reports whether a background of the theme is visible in a stack.
func (p *colorResolver) isVisibleIn(stack []string) bool {
	for _, name := range slices.Backward(stack) {
		if p.isSet(name) {
			return true
		}
		if p.colors[name].a == 1 {
			break
		}
	}
	return false
}

// candidates returns the possible colors of a text, best first. It begins with the colors of the properties in
// t.Prefer. If the theme sets the first of them, the next candidate is that color, adjusted until it is readable. The
// default colors come last.
func (p *colorResolver) candidates(t *text, backgrounds []rgba, least float64) []rgba {
	var colors []rgba
	for _, name := range t.Prefer {
		colors = append(colors, p.colors[name])
	}
	if len(t.Prefer) > 0 && p.isSet(t.Prefer[0]) {
		colors = append(colors, adjustContrast(p.colors[t.Prefer[0]].paintedOver(backgrounds[0]), backgrounds, least))
	}
	switch {
	case len(t.Standard) == 2:
		light, _ := parseRGBA(t.Standard[0])
		dark, _ := parseRGBA(t.Standard[1])
		colors = append(colors, light, dark)
		if p.dark {
			colors[len(colors)-2], colors[len(colors)-1] = dark, light
		}
	case t.Property != "":
		colors = append(colors, p.defaultColor(t.Property, p.dark), p.defaultColor(t.Property, !p.dark))
	default:
		colors = append(colors, p.defaultColor(t.Prefer[0], p.dark), p.defaultColor(t.Prefer[0], !p.dark))
	}
	return colors
}

// stacks returns the stacks of backgrounds behind a text. The lowest background of each stack comes first.
func (t *text) stacks() [][]string {
	var stacks [][]string
	for _, stack := range contrastTable.Places[t.In] {
		if t.Behind != "" {
			stack = append(slices.Clone(stack), t.Behind)
		}
		stacks = append(stacks, stack)
	}
	return stacks
}

func (p *colorResolver) backgroundColors(t *text) []rgba {
	var grounds []rgba
	for _, stack := range t.stacks() {
		grounds = append(grounds, p.backgroundColor(stack))
	}
	return grounds
}

// darkCanvas is the color that browsers paint behind a page in the dark color scheme.
var darkCanvas = rgba{18, 18, 18, 1}

// backgroundColor returns the visible color of a stack of backgrounds. In the dark color scheme, the browser paints a
// dark canvas behind the viewer; a document page has white paper behind it.
func (p *colorResolver) backgroundColor(stack []string) rgba {
	ground := white
	if p.dark && stack[0] == "viewerBackgroundColor" {
		ground = darkCanvas
	}
	for _, name := range stack {
		ground = p.colors[name].paintedOver(ground)
	}
	return ground
}

func (p *colorResolver) set(name string, color rgba, changed bool) {
	p.colors[name] = color
	if changed {
		p.changed[name] = true
	}
}
