package objects

import (
	"crypto/sha256"
	"path"

	"lectern/converters/template/core"
	"lectern/converters/template/picture"
)

// pictureStore are the pictures of a document, by the hashes of their content.
type pictureStore struct {
	parts    map[[sha256.Size]byte]string      // names of the parts of those that were added
	pictures map[[sha256.Size]byte]pictureRead // those that were read
}

// pictureRead is what has become of the bytes of a picture.
type pictureRead struct {
	made *picture.Picture
	err  error
}

// readPicture reads a picture as [picture.Read] does, once.
func readPicture(d *core.Document, content []byte) (*picture.Picture, error) {
	key := sha256.Sum256(content)
	all := core.Extension[pictureStore](d)
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

// AddMedia puts a picture into the document, and gives the name of its part. The same picture is
// there once.
func AddMedia(d *core.Document, p *picture.Picture) string {
	key := sha256.Sum256(p.Content)
	all := core.Extension[pictureStore](d)
	if name, ok := all.parts[key]; ok {
		return name
	}
	name := d.FreeName(path.Join(path.Dir(d.Main), "media", "lectern%d."+p.Extension))
	d.Write(name, p.Content)
	d.SetDefaultType(p.Extension, p.Type)
	if all.parts == nil {
		all.parts = make(map[[sha256.Size]byte]string)
	}
	all.parts[key] = name
	return name
}
