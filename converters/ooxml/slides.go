package ooxml

import (
	"bytes"
	"io"
)

// slidesKept is how many slides may come before the first that is not hidden. They
// are kept, so that slides have their numbers.
const slidesKept = 5

// dropped are the elements of a presentation that name what is left out.
var dropped = map[string]bool{
	"notesMasterIdLst": true, "handoutMasterIdLst": true, "custShowLst": true, "extLst": true, "custDataLst": true,
}

// cutSlides keeps the slides up to the first that is not hidden.
func cutSlides(p *pack, main string, by Measure) (*partCopy, error) {
	relations, err := p.relations(main)
	if err != nil {
		return nil, err
	}
	byID := map[string]string{}
	for _, r := range relations {
		if r.kind == "slide" {
			byID[r.id] = r.key
		}
	}
	if len(byID) < by.Slides || len(byID) < 2 {
		return nil, notCut("it has %d slides only", len(byID))
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
	c := newCopy(p, func(part string, r relation) bool {
		return r.kind != "slide" || kept[r.key]
	})
	for key := range kept {
		if err := leadHome(c, key, kept); err != nil {
			return nil, err
		}
	}
	c.changed[main], err = presentation(p, main, first+1)
	return c, err
}

// slideOrder gives the keys of the slides in the order of the presentation.
func slideOrder(p *pack, main string, byID map[string]string) (keys []string, err error) {
	err = p.scan(main, func(t token) bool {
		if t.kind != endTag && string(t.local) == "sldId" {
			keys = append(keys, byID[slideID(t)])
		}
		return len(keys) < maxRels
	})
	return keys, err
}

// slideID gives the relationship's id of a slide, which has another id without prefix.
func slideID(t token) (id string) {
	eachAttribute(t.attrs, func(name, value []byte) {
		if bytes.HasSuffix(name, []byte(":id")) {
			id = unescape(value)
		}
	})
	return id
}

// firstShown gives the place of the first slide that is not hidden.
func firstShown(p *pack, keys []string) (int, error) {
	for i, key := range keys[:min(len(keys), slidesKept)] {
		shown := false
		err := p.scan(key, func(t token) bool {
			if t.kind == startTag {
				shown = t.set("show")
			}
			return t.kind != startTag
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

// leadHome makes links of a slide to others, which go, lead to itself: what they are
// on is drawn as a link is.
func leadHome(c *partCopy, slide string, kept map[string]bool) error {
	relations, err := c.from.relations(slide)
	if err != nil {
		return err
	}
	for _, r := range relations {
		if r.kind == "slide" && !kept[r.key] {
			c.redirect(slide, r.id, c.from.parts[slide].Name)
		}
	}
	return nil
}

// presentation gives the main part with so many slides.
func presentation(p *pack, main string, slides int) ([]byte, error) {
	part, err := p.open(main)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	var out bytes.Buffer
	skipping := 0 // the depth above which nothing is kept
	for s := newScanner(part); ; {
		t, err := s.next()
		if err == io.EOF {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		local := string(t.local)
		switch {
		case skipping > 0:
			if t.kind == endTag && s.depth < skipping {
				skipping = 0
			}
			continue
		case t.kind == startTag && dropped[local]:
			skipping = s.depth
			continue
		case t.kind == emptyTag && dropped[local]:
			continue
		case local == "sldId" && t.kind != endTag:
			if slides--; slides < 0 {
				if t.kind == startTag {
					skipping = s.depth
				}
				continue
			}
		}
		out.Write(t.raw)
		if out.Len() > maxPart {
			return nil, errPart
		}
	}
}
