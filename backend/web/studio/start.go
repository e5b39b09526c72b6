package studio

import (
	"bytes"
	"encoding/json"
	"fmt"

	"lectern/backend/web/api/route"
)

// FirstScreen is data for the first screen of the page in the window of the desktop program. It is part of the HTML, so
// that the page needs no requests before it shows the library. It must not be sent to anyone but the owner of the
// library.
type FirstScreen struct {
	// Responses are responses of the API, by the paths of the requests with their parameters.
	Responses map[string]Response `json:"answers"`
	// Pictures are pictures of the first documents.
	Pictures []Picture `json:"pictures"`
}

// Response is a response of the API.
type Response struct {
	Body  string `json:"body"`            // JSON
	Total string `json:"total,omitempty"` // the header Total-Count of a list
}

// Picture is the picture of the first page of a document.
type Picture struct {
	ID       string `json:"id"` // of the document
	Revision int    `json:"revision"`
	Width    int    `json:"width"` // requested width, in pixels
	PNG      []byte `json:"png"`
}

// Paths of the requests that the page sends before it shows the library in its default order. The page only uses the
// responses to exactly these requests.
const (
	KeyPath       = route.Base + "/key/current"
	ServerPath    = route.Base + "/server"
	LibraryPath   = route.Base + "/library"
	DocumentsPath = route.Base + "/document?sort=-createdAt&offset=0&limit=100&details=true"
)

// PictureWidth is the width of the pictures on the cards of the library, in pixels.
const PictureWidth = 320

// InsertInto returns the page with the data as a block of JSON in its head.
func (s FirstScreen) InsertInto(page []byte) ([]byte, error) {
	data, err := json.Marshal(s) // escapes <, > and &, so that no name of a document can end the script element
	if err != nil {
		return nil, fmt.Errorf("insert the first answers into the page: %w", err)
	}
	block := fmt.Appendf(nil, `<script type="application/json" id="start">%s</script></head>`, data)
	return bytes.Replace(page, []byte("</head>"), block, 1), nil
}
