package objects

import (
	"crypto/sha256"
	"path"

	"lectern/converters/template/core"
	"lectern/converters/template/picture"
)

// pictureStore caches the pictures of a document by the hashes of their contents.
type pictureStore struct {
	parts    map[[sha256.Size]byte]string        // the parts of the pictures that were added
	pictures map[[sha256.Size]byte]pictureResult // the results of decoding pictures
}

// pictureResult is the result of decoding a picture.
type pictureResult struct {
	picture *picture.Picture
	err     error
}

// readPicture is [picture.Read] with a cache, so that each picture is decoded once.
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

// AddMedia adds a picture to the document, unless the document already contains it. It returns the name of the
// picture's part.
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
