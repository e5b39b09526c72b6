package backend

import (
	"context"
	"encoding/json"

	"lectern/backend/document"
	"lectern/converters/wire"
)

// pageWords gives the search the words of pages, as readers get them.
type pageWords struct {
	documents *document.Service
	pages     *document.Pages
}

// Words implements [search.Words].
func (p pageWords) Words(ctx context.Context, id string, page int) (words wire.Words, err error) {
	doc, err := p.documents.Find(ctx, id)
	if err != nil {
		return words, err
	}
	data, err := p.pages.Render(ctx, "", &doc, document.Words, page, 1)
	if err != nil {
		return words, err
	}
	return words, json.Unmarshal(data, &words)
}
