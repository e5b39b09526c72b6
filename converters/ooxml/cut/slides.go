package cut

import (
	"bytes"
	"errors"
	"io"

	"lectern/converters/ooxml/opc"
)

// slidesKept is the number of slides at the start of a presentation among which the first visible slide must be. Hidden
// slides before the first visible slide are kept, so that slide numbers are right.
const slidesKept = 5

// droppedElements are the elements of a presentation that refer to content that is left out.
var droppedElements = map[string]bool{
	"notesMasterIdLst": true, "handoutMasterIdLst": true, "custShowLst": true, "extLst": true, "custDataLst": true,
}

// cutSlides keeps the slides up to the first visible one.
func cutSlides(p *opc.Package, main string, limits Limits) (*partCopy, error) {
	relations, err := p.Relations(main)
	if err != nil {
		return nil, err
	}
	byID := map[string]string{}
	for _, r := range relations {
		if r.Kind == "slide" {
			byID[r.Id] = r.Key
		}
	}
	if len(byID) < limits.MinSlides || len(byID) < 2 {
		return nil, notCut("it has only %d slides", len(byID))
	}
	keys, err := slideOrder(p, main, byID)
	if err != nil {
		return nil, err
	}
	first, err := firstShown(p, keys)
	if err != nil {
		return nil, err
	}
	kept := map[string]bool{}
	for _, key := range keys[:first+1] {
		kept[key] = true
	}
	c := newCopy(p, func(part string, r opc.Relation) bool {
		return r.Kind != "slide" || kept[r.Key]
	})
	for key := range kept {
		if err := redirectSlideLinks(c, key, kept); err != nil {
			return nil, err
		}
	}
	c.changed[main], err = presentation(p, main, first+1)
	return c, err
}

// slideOrder returns the keys of the slides in presentation order.
func slideOrder(p *opc.Package, main string, byID map[string]string) (keys []string, err error) {
	err = p.Scan(main, func(t opc.Token) bool {
		if t.Kind != opc.EndTag && string(t.Local) == "sldId" {
			keys = append(keys, byID[opc.RelationID(t)])
		}
		return len(keys) < opc.MaxRelations
	})
	return keys, err
}

// firstShown returns the index of the first visible slide.
func firstShown(p *opc.Package, keys []string) (int, error) {
	for i, key := range keys[:min(len(keys), slidesKept)] {
		shown := false
		err := p.Scan(key, func(t opc.Token) bool {
			if t.Kind == opc.StartTag {
				shown = t.IsTrue("show")
			}
			return t.Kind != opc.StartTag
		})
		if err != nil {
			return 0, err
		}
		if shown {
			return i, nil
		}
	}
	return 0, notCut("its first slides are hidden")
}

// redirectSlideLinks redirects links to other slides to the slide that contains them, so that their text is still drawn
// as a link.
func redirectSlideLinks(c *partCopy, slide string, keptSlides map[string]bool) error {
	relations, err := c.from.Relations(slide)
	if err != nil {
		return err
	}
	for _, r := range relations {
		if r.Kind == "slide" && !keptSlides[r.Key] {
			c.redirect(slide, r.Id, c.from.Parts[slide].Name)
		}
	}
	return nil
}

// presentation returns the main part with only the first slides.
func presentation(p *opc.Package, main string, slides int) ([]byte, error) {
	part, err := p.Open(main)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	var out bytes.Buffer
	skipping := 0 // depth of the element that is skipped; 0 if none is
	for s := opc.NewScanner(part); ; {
		t, err := s.Next()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		local := string(t.Local)
		switch {
		case skipping > 0:
			if t.Kind == opc.EndTag && s.Depth < skipping {
				skipping = 0
			}
			continue
		case t.Kind == opc.StartTag && droppedElements[local]:
			skipping = s.Depth
			continue
		case t.Kind == opc.EmptyTag && droppedElements[local]:
			continue
		case local == "sldId" && t.Kind != opc.EndTag:
			if slides--; slides < 0 {
				if t.Kind == opc.StartTag {
					skipping = s.Depth
				}
				continue
			}
		}
		out.Write(t.Raw)
		if out.Len() > opc.MaxPart {
			return nil, opc.ErrPart
		}
	}
}
