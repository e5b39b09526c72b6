package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"log/slog"
	"net/url"
	"slices"
	"strconv"

	"lectern/backend/library"
	"lectern/backend/web/api/route"
	"lectern/backend/web/studio"
)

// startPictures are the pictures of the documents that the window shows first after its start. They are saved for the
// next start, because reading a picture is faster than drawing it, which requires a new converter process.
type startPictures []studio.Picture

// pictureFile is the content of the file with the saved pictures. Another version of Lectern may draw other pictures.
type pictureFile struct {
	Version  string
	Pictures startPictures
}

// encode returns a checksum followed by JSON with the pictures and the version of Lectern.
func (p startPictures) encode(version string) ([]byte, error) {
	text, err := json.Marshal(pictureFile{version, p})
	sum := sha256.Sum256(text)
	return append(sum[:], text...), err
}

// decodePictures returns the encoded pictures. It returns nothing if they are missing, damaged or of another version of
// Lectern.
func decodePictures(encoded []byte, version string) startPictures {
	if len(encoded) < sha256.Size {
		return nil
	}
	text := encoded[sha256.Size:]
	var file pictureFile
	if sum := sha256.Sum256(text); !bytes.Equal(sum[:], encoded[:sha256.Size]) || json.Unmarshal(text, &file) != nil {
		return nil
	}
	if file.Version != version {
		return nil
	}
	return file.Pictures
}

// find returns the picture of a revision of a document, unless it was drawn in another width than
// [studio.PictureWidth].
func (p startPictures) find(id string, revision int) (studio.Picture, bool) {
	for _, picture := range p {
		if picture.ID == id && picture.Revision == revision && picture.Width == studio.PictureWidth {
			return picture, true
		}
	}
	return studio.Picture{}, false
}

// listedDocument is a document in a list of the API.
type listedDocument struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
	Viewable bool   `json:"viewable"`
}

// requestPictures requests the pictures of the first documents of a list, unless they are saved. It does not wait for
// the responses.
func (f *firstScreen) requestPictures(ctx context.Context, list []byte, count int) {
	var documents []listedDocument
	if err := json.Unmarshal(list, &documents); err != nil {
		return // the page reports it, because it reads the same list
	}
	for _, d := range documents[:min(len(documents), count)] {
		if !d.Viewable {
			continue
		}
		if saved, ok := f.savedPictures.find(d.ID, d.Revision); ok {
			f.addPicture(saved)
			continue
		}
		go func() {
			path := route.Base + "/document/" + url.PathEscape(d.ID) + "/thumbnail?width=" + strconv.Itoa(studio.PictureWidth)
			png, _, err := f.get(ctx, path)
			if err != nil || len(png) > maxStartPicture {
				return // the page requests the picture itself, and shows an icon if that fails
			}
			f.addPicture(studio.Picture{ID: d.ID, Revision: d.Revision, Width: studio.PictureWidth, PNG: png})
		}()
	}
}

// addPicture adds a picture to the data of the first screen, and to the pictures for the next start.
func (f *firstScreen) addPicture(picture studio.Picture) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pictures = append(f.pictures, picture)
}

// hasPicturesToSave reports whether there are pictures to save for the next start.
func (f *firstScreen) hasPicturesToSave() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.savesPictures && len(f.pictures) > 0
}

// dropDeleted removes the pictures of documents that are no longer among the first documents, so that no picture of a
// deleted document is saved. It removes all pictures if it cannot find out which documents exist. The server must be
// running.
func (f *firstScreen) dropDeleted(ctx context.Context) {
	if !f.hasPicturesToSave() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, responseTime)
	defer cancel()
	var documents []listedDocument
	if list, _, err := f.get(ctx, studio.DocumentsPath); err == nil {
		_ = json.Unmarshal(list, &documents) // after an error, no document is known to exist
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pictures = slices.DeleteFunc(f.pictures, func(picture studio.Picture) bool {
		return !slices.ContainsFunc(documents, func(d listedDocument) bool { return d.ID == picture.ID })
	})
}

// savePictures saves the pictures for the next start. It must be called after the server has closed the library.
func (f *firstScreen) savePictures(ctx context.Context, data, version string) {
	if !f.hasPicturesToSave() {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	encoded, err := f.pictures.encode(version)
	if err == nil {
		err = library.SavePictures(data, encoded)
	}
	if err != nil {
		f.log.DebugContext(ctx, "the next start draws its first pictures anew", slog.Any("error", err))
	}
}
