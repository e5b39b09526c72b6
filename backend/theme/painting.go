package theme

import (
	"slices"

	"lectern/backend/property"
)

// painting resolves the colors of a theme on light or on dark screens.
type painting struct {
	list    property.List
	dark    bool
	said    map[string]rgba // colors that the theme sets
	colors  map[string]rgba // resulting colors, by property or variable
	changed map[string]bool // unset properties that depend on colors of the theme
}

func newPainting(list property.List, said property.Values, dark bool) *painting {
	p := &painting{list: list, dark: dark, said: map[string]rgba{}, colors: map[string]rgba{}, changed: map[string]bool{}}
	for _, each := range list.Properties {
		if each.Kind != property.Color {
			continue
		}
		p.colors[each.Name] = p.standard(each.Name, dark)
		if color, ok := parseRGBA(each.Declaration(said[each.Name])); ok {
			p.said[each.Name], p.colors[each.Name] = color, color
		}
	}
	p.colors["accentSoft"] = p.standard("buttonPressedBackgroundColor", dark)
	p.colors["readingBackground"] = p.standard("interfaceBackgroundColor", dark)
	if color, ok := p.said["pageBackgroundColor"]; ok {
		p.colors["readingBackground"] = color
	}
	return p
}

// standard returns the default color of a property on light or dark screens.
func (p *painting) standard(name string, dark bool) rgba {
	each := p.list.Find(name)
	value, _ := each.Default.(string)
	if dark && each.Dark != "" {
		value = each.Dark
	}
	color, _ := parseRGBA(value)
	return color
}

// isSet reports whether the theme sets a color, or a color from which it is derived.
func (p *painting) isSet(name string) bool {
	if name == "readingBackground" {
		name = "pageBackgroundColor"
	}
	_, ok := p.said[name]
	return ok || p.changed[name]
}

// paint derives all colors that the theme does not set: backgrounds first, then texts and icons.
func (p *painting) paint() {
	for i := range knownTable.Backgrounds {
		b := &knownTable.Backgrounds[i]
		if color, ok := p.said[b.Property]; ok {
			p.colors[b.name()] = color
		} else {
			p.paintBackground(b)
		}
	}
	for _, o := range knownTable.Opaque {
		seen := p.ground(append(slices.Clone(knownTable.Places[o.In][0]), o.Property))
		said, ok := p.said[o.Property]
		p.set(o.Variable, seen, ok && said.a < 1)
	}
	for i := range knownTable.Texts {
		if t := &knownTable.Texts[i]; !p.isSet(t.name()) {
			p.paintText(t)
		}
	}
}

func (p *painting) paintBackground(b *background) {
	stack := knownTable.Places[b.In][0]
	below, standard := p.ground(stack), p.standard(b.Property, p.dark)
	if b.Bare {
		p.set(b.name(), below, p.shows(stack))
		return
	}
	candidates := []rgba{standard, p.standard(b.Property, !p.dark)}
	if b.Else != "" {
		candidates[1], _ = parseRGBA(b.Else)
	}
	if b.Near && contrast(candidates[1].over(below), below) < contrast(candidates[0].over(below), below) {
		slices.Reverse(candidates)
	}
	candidates = append(candidates, white, black) // every color is readable on one of them
	chosen := slices.IndexFunc(candidates, func(c rgba) bool { return p.carries(b, c.over(below)) })
	color := candidates[max(chosen, 0)]
	p.set(b.name(), color, color != standard)
}

// carries reports whether all texts and icons that the theme sets are readable on a ground.
func (p *painting) carries(b *background, ground rgba) bool {
	return p.areReadable(b.Texts, ground, wordContrast) && p.areReadable(b.Signs, ground, iconContrast)
}

// areReadable reports whether the colors that the theme sets have a contrast on a ground. Texts with a background
// between are ignored.
func (p *painting) areReadable(colors map[string]string, ground rgba, least float64) bool {
	for name, between := range colors {
		color, said := p.said[name]
		if _, covered := p.said[between]; said && !covered && contrast(color.over(ground), ground) < least {
			return false
		}
	}
	return true
}

func (p *painting) paintText(t *text) {
	grounds := p.grounds(t)
	least := t.Least
	if least == 0 {
		least = wordContrast
	}
	candidates := p.candidates(t, grounds, least)
	if t.Opacity > 0 {
		faint := candidates[0]
		faint.a *= t.Opacity
		p.set(t.Variable, candidates[0], worst(faint, grounds) < least)
		return
	}
	if p.isDecided(t) {
		p.set(t.name(), candidates[0], false)
		return
	}
	chosen := slices.IndexFunc(candidates, func(c rgba) bool { return worst(c, grounds) >= least })
	if chosen < 0 {
		p.set(t.name(), adjusted(candidates[0].over(grounds[0]), grounds, least), true)
		return
	}
	p.set(t.name(), candidates[chosen], chosen > 0 || p.dependsOnTheme(t))
}

func (p *painting) isDecided(t *text) bool {
	return len(t.Decided) > 0 && !slices.ContainsFunc(t.Decided, func(name string) bool { return !p.isSet(name) })
}

// dependsOnTheme reports whether the theme determines what is behind a text, or the color that it prefers.
func (p *painting) dependsOnTheme(t *text) bool {
	return slices.ContainsFunc(t.stacks(), p.shows) || len(t.Prefer) > 0 && p.isSet(t.Prefer[0])
}

// shows reports whether a background of the theme is visible in a stack.
func (p *painting) shows(stack []string) bool {
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

// candidates returns the colors that a text may have, best first. A color that the theme sets for another text is
// adjusted until it is readable before a default is used.
func (p *painting) candidates(t *text, grounds []rgba, least float64) []rgba {
	var colors []rgba
	for _, name := range t.Prefer {
		colors = append(colors, p.colors[name])
	}
	if len(t.Prefer) > 0 && p.isSet(t.Prefer[0]) {
		colors = append(colors, adjusted(p.colors[t.Prefer[0]].over(grounds[0]), grounds, least))
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
		colors = append(colors, p.standard(t.Property, p.dark), p.standard(t.Property, !p.dark))
	default:
		colors = append(colors, p.standard(t.Prefer[0], p.dark), p.standard(t.Prefer[0], !p.dark))
	}
	return colors
}

// stacks returns the stacks of backgrounds behind a text, each from the lowest to the highest.
func (t *text) stacks() [][]string {
	var stacks [][]string
	for _, stack := range knownTable.Places[t.In] {
		if t.Behind != "" {
			stack = append(slices.Clone(stack), t.Behind)
		}
		stacks = append(stacks, stack)
	}
	return stacks
}

func (p *painting) grounds(t *text) []rgba {
	var grounds []rgba
	for _, stack := range t.stacks() {
		grounds = append(grounds, p.ground(stack))
	}
	return grounds
}

// darkCanvas is the color that browsers paint behind a page on dark screens.
var darkCanvas = rgba{18, 18, 18, 1}

// ground returns the visible color of a stack of backgrounds. Document pages lie on white paper, all others on the
// canvas of the browser.
func (p *painting) ground(stack []string) rgba {
	ground := white
	if p.dark && stack[0] == "viewerBackgroundColor" {
		ground = darkCanvas
	}
	for _, name := range stack {
		ground = p.colors[name].over(ground)
	}
	return ground
}

func (p *painting) set(name string, color rgba, changed bool) {
	p.colors[name] = color
	if changed {
		p.changed[name] = true
	}
}
