package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"log/slog"
	"net/url"
	"strconv"
	"sync"
	"time"

	"lectern/backend/library"
	"lectern/backend/web/studio"
)

// firstPictures are pictures that an earlier window has left for the next start. Drawing a picture takes a process of
// its own, so it is faster to read them.
type firstPictures []studio.Picture

// encode returns the pictures as JSON, after its checksum.
func (p firstPictures) encode() ([]byte, error) {
	text, err := json.Marshal(p)
	sum := sha256.Sum256(text)
	return append(sum[:], text...), err
}

// decodePictures returns the encoded pictures. It returns none if they are missing or damaged.
func decodePictures(encoded []byte) (p firstPictures) {
	if len(encoded) < sha256.Size {
		return nil
	}
	text := encoded[sha256.Size:]
	if sum := sha256.Sum256(text); !bytes.Equal(sum[:], encoded[:sha256.Size]) || json.Unmarshal(text, &p) != nil {
		return nil
	}
	return p
}

// find returns the picture of a revision of a document.
func (p firstPictures) find(id string, revision int) (studio.Picture, bool) {
	for _, picture := range p {
		if picture.ID == id && picture.Revision == revision && picture.Width == studio.PictureWidth {
			return picture, true
		}
	}
	return studio.Picture{}, false
}

// requestPictures starts to request the pictures of the first documents of a list that are not in f.left, and calls
// found with each picture. It returns a group that waits for the requests.
func (f *firstScreen) requestPictures(ctx context.Context, list []byte, count int, found func(studio.Picture)) *sync.WaitGroup {
	var requests sync.WaitGroup
	var documents []struct {
		ID       string `json:"id"`
		Revision int    `json:"revision"`
		Viewable bool   `json:"viewable"`
	}
	if err := json.Unmarshal(list, &documents); err != nil {
		return &requests // the page reports it, because it reads the same list
	}
	for _, d := range documents[:min(len(documents), count)] {
		if left, ok := f.left.find(d.ID, d.Revision); ok && d.Viewable {
			found(left)
			continue
		}
		if !d.Viewable {
			continue
		}
		requests.Go(func() {
			path := "/api/v0/document/" + url.PathEscape(d.ID) + "/thumbnail?width=" + strconv.Itoa(studio.PictureWidth)
			png, _, err := f.get(ctx, path)
			if err != nil || len(png) > maxFirstPicture {
				return // the page requests the picture itself, and shows an icon if that fails
			}
			found(studio.Picture{ID: d.ID, Revision: d.Revision, Width: studio.PictureWidth, PNG: png})
		})
	}
	return &requests
}

// leaveTime is how long the end of the program may be delayed to collect pictures for the next start.
const leaveTime = time.Second

// collectPictures returns the pictures of the documents that the library lists first now.
func (f *firstScreen) collectPictures(ctx context.Context, count int) (pictures firstPictures) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()
	list, _, err := f.get(ctx, studio.DocumentsPath)
	if err != nil {
		return nil
	}
	var mu sync.Mutex
	f.requestPictures(ctx, list, count, func(picture studio.Picture) {
		mu.Lock()
		defer mu.Unlock()
		pictures = append(pictures, picture)
	}).Wait()
	return pictures
}

// savePictures stores pictures for the next start. It must be called after the server has closed the library.
func (f *firstScreen) savePictures(ctx context.Context, data string, pictures firstPictures) {
	if len(pictures) == 0 {
		return
	}
	encoded, err := pictures.encode()
	if err == nil {
		err = library.SavePictures(data, encoded)
	}
	if err != nil {
		f.log.DebugContext(ctx, "the next start draws its first pictures anew", slog.Any("error", err))
	}
}
