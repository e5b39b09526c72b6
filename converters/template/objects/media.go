package objects

import (
	"crypto/sha256"
	"path"

	"lectern/converters/template/core"
	"lectern/converters/template/picture"
)

// pictureStore keeps the pictures of a document, by the hashes of their content.
type pictureStore struct {
	parts    map[[sha256.Size]byte]string        // names of the parts that were added
	pictures map[[sha256.Size]byte]pictureResult // pictures that were read
}

// pictureResult is the result of reading a picture.
type pictureResult struct {
	picture *picture.Picture
	err     error
}

// readPicture reads a picture as [picture.Read] does. Each picture is read once.
func readPicture(d *core.Document, content []byte) (*picture.Picture, error) {
	key := sha256.Sum256(content)
	all := core.Extension[pictureStore](d)
	if known, ok := all.pictures[key]; ok {
		return known.picture, known.err
	}
	made, err := picture.Read(content)
	if all.pictures == nil {
		all.pictures = make(map[[sha256.Size]byte]pictureResult)
	}
	all.pictures[key] = pictureResult{made, err}
	return made, err
}

// AddMedia adds a picture to the document, unless it has the same already, and returns the name of its part.
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
