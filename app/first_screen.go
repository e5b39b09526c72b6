package app

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"lectern/backend/cmd/client"
	"lectern/backend/web/studio"
)

const (
	// cardArea is the area of the window for each document that it shows, in square pixels.
	cardArea = 60_000
	// maxStartPictures is the maximum number of documents whose pictures are requested in advance.
	maxStartPictures = 36
	// maxStartPicture is the size of the largest picture that becomes part of the page, in bytes. Larger pictures are
	// drawn and cached by the server, but not added to the page.
	maxStartPicture = 128 << 10
	// responseTime is how long the page waits for a response of the API. Then it sends the request itself.
	responseTime = time.Second
)

// visibleDocuments returns about how many documents a window with a position and size shows. The result is limited,
// because the server starts a process to draw each picture: pictures of hidden documents would delay those of visible
// ones.
func visibleDocuments(bounds *windowBounds) int {
	switch {
	case bounds == nil:
		return defaultWidth * defaultHeight / cardArea
	case bounds.Maximised:
		return maxStartPictures
	}
	return min(bounds.Width*bounds.Height/cardArea, maxStartPictures)
}

// firstScreen requests the data of the first screen while the window is being created, and adds it to the page when the
// window loads it for the first time. A page that is loaded again gets no data, because the data may have changed.
type firstScreen struct {
	server *client.Client
	log    *slog.Logger
	// savedPictures are the pictures that the previous run of the program has saved.
	savedPictures startPictures
	savesPictures bool // whether pictures are saved for the next start
	// arrived is closed when the responses of the API have arrived. It is nil if nothing was requested.
	arrived chan struct{}

	mu   sync.Mutex
	data *studio.FirstScreen // without pictures; nil once it is part of a page
	// pictures are the pictures for the page and for the next start.
	pictures startPictures
}

// request starts to request the data, with the pictures of a number of documents, and with messages in a language,
// given by its tag.
func (f *firstScreen) request(ctx context.Context, pictures int, language string) {
	f.server = &client.Client{Instance: f.server.Instance, Language: language}
	f.arrived = make(chan struct{})
	f.data = &studio.FirstScreen{Responses: make(map[string]studio.Response)}
	go func() {
		var requests sync.WaitGroup
		for _, path := range []string{studio.KeyPath, studio.ServerPath, studio.LibraryPath, studio.DocumentsPath} {
			requests.Go(func() { f.requestResponse(ctx, path, pictures) })
		}
		requests.Wait()
		close(f.arrived)
	}()
}

func (f *firstScreen) requestResponse(ctx context.Context, path string, pictures int) {
	timed, cancel := context.WithTimeout(ctx, responseTime)
	defer cancel()
	body, header, err := f.get(timed, path)
	if err != nil {
		f.log.DebugContext(ctx, "the page has to request its first data", slog.String("path", path), slog.Any("error", err))
		return
	}
	f.mu.Lock()
	f.data.Responses[path] = studio.Response{Body: string(body), Total: header.Get("Total-Count")}
	f.mu.Unlock()
	if path == studio.DocumentsPath {
		f.requestPictures(ctx, body, pictures)
	}
}

func (f *firstScreen) get(ctx context.Context, path string) ([]byte, http.Header, error) {
	answer, err := f.server.SendForResponse(ctx, http.MethodGet, f.server.Instance.URL+path, nil)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return body, answer.Header, err
}

// insertInto returns the page with the data. It waits for the responses of the API, but not for pictures.
func (f *firstScreen) insertInto(ctx context.Context, page []byte) ([]byte, error) {
	if f.arrived == nil {
		return page, nil
	}
	select {
	case <-f.arrived:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.data == nil {
		return page, nil
	}
	f.data.Pictures = f.pictures
	page, err := f.data.InsertInto(page)
	f.data = nil
	return page, err
}

// serve returns a handler that serves the page from a folder, and passes all other requests to the handler next.
func (f *firstScreen) serve(folder fs.FS, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/" {
			next.ServeHTTP(w, r)
			return
		}
		page, err := fs.ReadFile(folder, "index.html")
		if err == nil {
			page, err = f.insertInto(r.Context(), page)
		}
		if err != nil {
			f.log.ErrorContext(r.Context(), "the page of the window was not loaded", slog.Any("error", err))
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page) // an error means that the window has closed
	})
}
