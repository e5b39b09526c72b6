package pages

import (
	"context"
	"math"

	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

// The limits of a thumbnail's width in pixels. Its height is at most maxHeightRatio times its width.
const (
	MinThumbnail   = 16
	MaxThumbnail   = 1024
	maxHeightRatio = 4
)

// Thumbnail returns a picture of page 1 as PNG. The argument width is its width in pixels. The picture is narrower if
// the page is very high. The error is a fault of kind Invalid for a width beyond the limits, and of kind NotFound for a
// document that is not viewable. The argument reader is the same as for [Cache.Render].
//
// Requests for thumbnails are not prioritized. The client decides which thumbnails it requests first, and how many at a
// time.
func (p *Cache) Thumbnail(ctx context.Context, reader string, doc *document.Document, sizes document.Sizes, width int) ([]byte, error) {
	if width < MinThumbnail || width > MaxThumbnail {
		return nil, fault.Field("width", "The width must be a number from %d to %d.", MinThumbnail, MaxThumbnail)
	}
	if !doc.Viewable || len(sizes) == 0 {
		return nil, doc.ErrNotConverted("thumbnail")
	}
	page, err := failure.Retry(ctx, failure.Deaths{}, func() (wire.PDFResult, error) {
		return p.GetOrDraw(ctx, p.sourceFor(reader, doc), Image, 1, thumbnailScale(sizes, float64(width)))
	})
	return page.Data, err
}

// thumbnailScale returns the scale, in pixels per point, of a thumbnail of page 1. The argument sizes has the sizes of
// the pages, and width is in pixels.
func thumbnailScale(sizes document.Sizes, width float64) float64 {
	scale := math.Min(width/sizes[0][1], maxHeightRatio*width/sizes[0][2])
	if math.IsInf(scale, 0) || !(scale > 0) {
		return minScale // for a page without a size
	}
	return math.Min(scale, maxScale)
}
