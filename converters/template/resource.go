package template

import (
	"crypto/sha256"
	"path"
	"slices"

	"lectern/converters/template/picture"
)

// addMedia puts a picture into the document, and gives the name of its part. The same picture is
// there once.
func (d *document) addMedia(p *picture.Picture) string {
	key := sha256.Sum256(p.Content)
	if name, ok := d.media[key]; ok {
		return name
	}
	name := d.FreeName(path.Join(path.Dir(d.main), "media", "lectern%d."+p.Extension))
	d.Write(name, p.Content)
	d.SetDefaultType(p.Extension, p.Type)
	if d.media == nil {
		d.media = make(map[[sha256.Size]byte]string)
	}
	d.media[key] = name
	return name
}

// relate relates the present part to another one, or, with external, to an address, and gives the
// id of the relationship.
func (r *renderer) relate(kind, target string, external bool) string {
	relations, err := r.document.Relations(r.part)
	if err != nil {
		r.fail(err)
		return ""
	}
	return relations.Add(kind, target, external)
}

// mostNeeded is how many addresses a rendering may need.
const mostNeeded = 500

// need notes that what an address leads to is to be fetched.
func (d *document) need(address string) {
	if len(d.needs) < mostNeeded && !slices.Contains(d.needs, address) {
		d.needs = append(d.needs, address)
	}
}
