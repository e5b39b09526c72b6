package theme

import (
	"slices"

	"lectern/backend/property"
)

// painting resolves the colors of a theme on light or on dark screens.
type painting struct {
	list    property.List
	dark    bool
	said    map[string]rgba // what the theme sets
	colors  map[string]rgba // in force, by property or variable
	changed map[string]bool // the unset ones that the theme's other colors have a say in
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

// standard returns the color that a property has by default on light or dark screens.
func (p *painting) standard(name string, dark bool) rgba {
	each := p.list.Find(name)
	value, _ := each.Default.(string)
	if dark && each.Dark != "" {
		value = each.Dark
	}
	color, _ := parseRGBA(value)
	return color
}

// isSet reports whether the theme sets a color, or one that this one follows.
func (p *painting) isSet(name string) bool {
	if name == "readingBackground" {
		name = "pageBackgroundColor"
	}
	_, ok := p.said[name]
	return ok || p.changed[name]
}

// paint resolves all that the theme does not set: backgrounds first, then what is seen on them.
func (p *painting) paint() {
	for i := range known.Backgrounds {
		b := &known.Backgrounds[i]
		if color, ok := p.said[b.Property]; ok {
			p.colors[b.name()] = color
		} else {
			p.paintBackground(b)
		}
	}
	for _, o := range known.Opaque {
		seen := p.ground(append(slices.Clone(known.Places[o.In][0]), o.Property))
		said, ok := p.said[o.Property]
		p.set(o.Variable, seen, ok && said.a < 1)
	}
	for i := range known.Texts {
		if t := &known.Texts[i]; !p.isSet(t.name()) {
			p.paintText(t)
		}
	}
}

func (p *painting) paintBackground(b *background) {
	stack := known.Places[b.In][0]
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
	candidates = append(candidates, white, black) // on one of which any color is seen
	chosen := slices.IndexFunc(candidates, func(c rgba) bool { return p.carries(b, c.over(below)) })
	color := candidates[max(chosen, 0)]
	p.set(b.name(), color, color != standard)
}

// carries reports whether all texts and signs that the theme sets are seen on a ground.
func (p *painting) carries(b *background, ground rgba) bool {
	return p.areSeen(b.Texts, ground, wordContrast) && p.areSeen(b.Signs, ground, iconContrast)
}

// areSeen reports whether the colors that the theme sets have a contrast on a ground, but for those with a color between.
func (p *painting) areSeen(colors map[string]string, ground rgba, least float64) bool {
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
		p.set(t.name(), mended(candidates[0].over(grounds[0]), grounds, least), true)
		return
	}
	p.set(t.name(), candidates[chosen], chosen > 0 || p.follows(t))
}

func (p *painting) isDecided(t *text) bool {
	return len(t.Decided) > 0 && !slices.ContainsFunc(t.Decided, func(name string) bool { return !p.isSet(name) })
}

// follows reports whether the theme has a say in what is seen behind a text, or in what it prefers first.
func (p *painting) follows(t *text) bool {
	return slices.ContainsFunc(t.stacks(), p.shows) || len(t.Prefer) > 0 && p.isSet(t.Prefer[0])
}

// shows reports whether a background is seen in a stack that the theme has a say in.
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

// candidates returns the colors that a text may have, the best one first. A color that the theme sets
// for another text is changed as little as makes it seen, before a default takes its place.
func (p *painting) candidates(t *text, grounds []rgba, least float64) []rgba {
	var colors []rgba
	for _, name := range t.Prefer {
		colors = append(colors, p.colors[name])
	}
	if len(t.Prefer) > 0 && p.isSet(t.Prefer[0]) {
		colors = append(colors, mended(p.colors[t.Prefer[0]].over(grounds[0]), grounds, least))
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

// stacks returns the backgrounds that a text is seen on, each the lowest first.
func (t *text) stacks() [][]string {
	var stacks [][]string
	for _, stack := range known.Places[t.In] {
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

// darkCanvas is what browsers paint behind a page on a dark screen.
var darkCanvas = rgba{18, 18, 18, 1}

// ground returns what is seen of a stack of backgrounds. Pages lie on white paper, all others on what
// the browser paints.
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
