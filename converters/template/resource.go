package template

import (
	"crypto/sha256"
	"path"
	"slices"
	"strconv"

	"lectern/converters/template/picture"
	"lectern/converters/wire"
)

// media are the pictures of a document, by the hashes of their content.
type media struct {
	parts    map[[sha256.Size]byte]string      // names of the parts of those that were added
	pictures map[[sha256.Size]byte]pictureRead // those that were read
}

// pictureRead is what has become of the bytes of a picture.
type pictureRead struct {
	made *picture.Picture
	err  error
}

// readPicture reads a picture as [picture.Read] does, once.
func (d *document) readPicture(content []byte) (*picture.Picture, error) {
	key := sha256.Sum256(content)
	all := extension[media](d)
	if known, ok := all.pictures[key]; ok {
		return known.made, known.err
	}
	made, err := picture.Read(content)
	if all.pictures == nil {
		all.pictures = make(map[[sha256.Size]byte]pictureRead)
	}
	all.pictures[key] = pictureRead{made, err}
	return made, err
}

// addMedia puts a picture into the document, and gives the name of its part. The same picture is
// there once.
func (d *document) addMedia(p *picture.Picture) string {
	key := sha256.Sum256(p.Content)
	all := extension[media](d)
	if name, ok := all.parts[key]; ok {
		return name
	}
	name := d.FreeName(path.Join(path.Dir(d.main), "media", "lectern%d."+p.Extension))
	d.Write(name, p.Content)
	d.SetDefaultType(p.Extension, p.Type)
	if all.parts == nil {
		all.parts = make(map[[sha256.Size]byte]string)
	}
	all.parts[key] = name
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

// need notes that what an address leads to is to be fetched.
func (d *document) need(address string) {
	switch {
	case slices.Contains(d.needs, address):
	case len(d.fetched)+len(d.needs) >= wire.MaxTemplateAddresses:
		d.found.add(tooManyAddresses())
	default:
		d.needs = append(d.needs, address)
	}
}

func tooManyAddresses() wire.TemplateProblem {
	return wire.TemplateProblem{Code: "addresses-too-many", Values: map[string]string{"most": strconv.Itoa(wire.MaxTemplateAddresses)}}
}
