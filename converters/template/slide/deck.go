package slide

import (
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/objects"
)

// maxSlides is the maximal number of copies of slides in a presentation.
const maxSlides = 5000

// Deck renders the slides that are repeated, and manages their copies.
type Deck struct {
	*core.Renderer
	programs    map[string]*core.Program
	order       []*core.Program     // the slides with a {:slide} tag
	relationIDs map[string]string   // relationship ids of the slides in the presentation, by part
	copiesOf    map[string][]string // relationship ids of the copies, by the relationship id of the slide
	Deleted     map[string]bool     // the parts that were deleted
	copyCount   int                 // the number of copies
}

// NewDeck returns a Deck for the slides among programs.
func NewDeck(r *core.Renderer, programs []*core.Program) *Deck {
	d := &Deck{Renderer: r, programs: make(map[string]*core.Program), relationIDs: map[string]string{}, copiesOf: map[string][]string{},
		Deleted: map[string]bool{}}
	for _, p := range programs {
		d.programs[p.Part] = p
		if p.Repeat != nil {
			d.order = append(d.order, p)
		}
	}
	return d
}

// RewriteTag turns an unknown command on a slide into the slide command. In templates for docxtemplater, slides are
// repeated with a tag such as {:users}, which has no command name.
func RewriteTag(c *core.Compiler, t *core.Tag) {
	if t.Kind == core.CommandTag && c.Format.RawTarget == "p:sp" && !c.Language.IsKnown(t.Command) {
		t.Command, t.Body = "slide", t.Command+" "+t.Body
	}
}

// HandleRepeat handles the {:slide} tag. It returns false if the slide already has a {:slide} tag.
func HandleRepeat(b *core.Builder, t *core.Tag) bool {
	if b.Repeat != nil {
		return false
	}
	b.Repeat = t
	return true
}

// CheckRepeat reports a {:slide} tag in a part that is not a slide.
func CheckRepeat(d *core.Document, p *core.Program) {
	if p.Repeat != nil && !strings.HasSuffix(d.Type(p.Part), "presentationml.slide+xml") {
		d.Problems.Add(p.Repeat.Problem("misplaced-tag", "name", p.Repeat.Command))
	}
}

// Repeat renders each slide that has a {:slide} tag once for each item, and removes slides without items.
func (d *Deck) Repeat(top *core.Scope) error {
	if len(d.order) == 0 {
		return nil
	}
	relations, err := d.Document.Relations(d.Document.Main)
	if err != nil {
		return err
	}
	for _, one := range relations.All {
		if one.Is("slide") {
			d.relationIDs[relations.Part(&one)] = one.ID
		}
	}
	for _, p := range d.order {
		value, ok := d.Value(p.Repeat, top)
		if _, listed := d.relationIDs[p.Part]; !ok || !listed {
			continue
		}
		if err := d.placeCopies(p, itemScopes(value, top)); err != nil {
			return err
		}
	}
	if err := d.Document.RemoveParts(d.Deleted, objects.IsOwned); err != nil {
		return err
	}
	return d.writeLists(relations)
}

// itemScopes returns the scopes for the items of a value, as a loop over the value would create them.
func itemScopes(value any, outer *core.Scope) (all []*core.Scope) {
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	switch {
	case !expression.Truthy(value):
	case isList:
		for i, item := range list {
			all = append(all, &core.Scope{Outer: outer, Value: item, Index: i, Count: len(list)})
		}
	case isObject:
		all = append(all, &core.Scope{Outer: outer, Value: object})
	default:
		all = append(all, outer)
	}
	return all
}

// placeCopies renders a slide once for each scope. If there are no scopes, it removes the slide.
func (d *Deck) placeCopies(p *core.Program, scopes []*core.Scope) error {
	parts, err := d.Document.OwnedParts(p.Part, objects.IsOwned)
	if err != nil {
		return err
	}
	own := d.relationIDs[p.Part]
	if len(scopes) == 0 {
		d.copiesOf[own] = nil
		for _, part := range parts {
			d.Deleted[part] = true
		}
		return nil
	}
	copies, err := d.copies(p, len(scopes))
	if err != nil {
		return err
	}
	d.copiesOf[own] = append(d.copiesOf[own], own)
	relations, err := d.Document.Relations(d.Document.Main)
	if err != nil {
		return err
	}
	kind := relations.Find(own).Type
	for i, names := range copies {
		if i > 0 {
			d.copiesOf[own] = append(d.copiesOf[own], relations.Add(kind, names[p.Part], false))
		}
		d.renderCopy(parts, names, scopes[i])
	}
	d.keepRendered(parts)
	return nil
}

// copies creates the copies of a slide. The result has a map for each copy, from the names of the original parts to the
// names of their copies. The first map is nil, which stands for the original slide.
func (d *Deck) copies(p *core.Program, count int) (all []map[string]string, err error) {
	if d.copyCount += count; d.copyCount > maxSlides {
		d.Stopped = true
		d.Problems.Add(p.Repeat.Problem("too-many-slides", "most", strconv.Itoa(maxSlides)))
		return nil, nil
	}
	all, d.Part = append(all, nil), p.Part
	for len(all) < count && d.StartIteration(p.Repeat) {
		copier := core.PartCopier{From: d.Document.Package, To: d.Document, IsOwned: objects.IsOwned, Copies: map[string]string{}}
		if _, err := copier.Copy(p.Part); err != nil {
			return nil, err
		}
		all = append(all, copier.Copies)
	}
	return all, nil
}

// renderCopy renders a copy of a slide. It renders the parts that the slide owns first.
func (d *Deck) renderCopy(parts []string, names map[string]string, s *core.Scope) {
	for _, part := range slices.Backward(parts) {
		p := d.programs[part]
		if p == nil || d.Stopped {
			continue
		}
		name := part
		if names != nil {
			name = names[part]
		}
		d.RenderPart(p, name, s)
	}
}

// keepRendered marks the parts that a slide owns as rendered. Otherwise, they would be rendered again in the scope of
// the presentation.
func (d *Deck) keepRendered(parts []string) {
	for _, part := range parts {
		if p := d.programs[part]; p != nil && p.Repeat == nil {
			d.Rendered[part] = true
			delete(d.programs, part)
			delete(d.Document.Programs, part)
		}
	}
}
