// Package profile defines viewer profiles: what a viewer shows, how it behaves, and what readers may do.
package profile

import (
	"lectern/backend/property"
	"lectern/backend/sentence"
)

// The values of the properties output, initialLayout and download.
const (
	OutputHTML       = "html"
	OutputImage      = "img"
	OutputText       = "text"
	OutputThumbnails = "thumbnails"

	LayoutNormal     = "normal"
	LayoutTwoPages   = "twoPages"
	LayoutPoster     = "poster"
	LayoutHorizontal = "horizontal"

	DownloadNone     = "none"
	DownloadPDF      = "pdf"
	DownloadOriginal = "original"
)

// downloads are the values of the property download. Each value permits everything that the values before it permit.
var downloads = []string{DownloadNone, DownloadPDF, DownloadOriginal}

// maxPage is the greatest page number that a property can have. No document has that many pages.
const maxPage = 1_000_000_000

// maxWatermark is the maximum length of a watermark, in characters.
const maxWatermark = 200

// The placeholders of a watermark.
const (
	datePlaceholder    = "date"
	sessionPlaceholder = "session"
	namePlaceholder    = "name"
)

// List returns all properties of profiles. It is the one place that defines which of them are permissions (Allows, in
// permission.go) and which are presentation.
func List() property.List {
	return property.List{Noun: "profile", Word: sentence.New("profile", "profile"), Properties: []property.Property{
		{Name: "homeURL", Kind: property.URL, Default: "", Area: "start", Target: ".logo", Fixed: true,
			Doc: "The target of the viewer's logo. Empty: the logo is not a link."},
		{Name: "openedPage", Kind: property.Integer, Default: 1, Min: 1, Max: maxPage, Area: "start", Target: "#page-form",
			Doc: "The page at which the viewer opens; the last page if there are fewer."},
		{Name: "output", Kind: property.Choice, Default: OutputHTML, Area: "pages", Target: "#pages > .page", Fixed: true, Allows: outputAllows,
			Choices: []string{OutputHTML, OutputImage, OutputText, OutputThumbnails},
			Doc: "The format of the document: pages with real text (html), images of pages only (img), reflowed text (text), or " +
				"an overview (thumbnails)."},
		{Name: "thumbnailsShown", Kind: property.Boolean, Default: true, Area: "layout", Target: ".side",
			Doc: "Whether thumbnails are shown beside the pages; over them in windows narrower than 640 pixels. If it is not set, they are shown " +
				"in windows from 1,100 pixels."},
		{Name: "ribbon", Kind: property.Boolean, Default: false, Area: "layout", Target: "#stage",
			Doc: "Whether the pages are arranged in a horizontally scrolling strip. It implies the layout horizontal."},
		{Name: "initialLayout", Kind: property.Choice, Default: LayoutNormal, Area: "layout", Target: "#stage",
			Choices: []string{LayoutNormal, LayoutTwoPages, LayoutPoster, LayoutHorizontal},
			Doc: "The layout of the pages: one below the other (normal), in pairs (twoPages), as many per row as fit (poster), or in a strip " +
				"(horizontal)."},
		{Name: "print", Kind: property.Boolean, Default: true, Area: "permission", Target: ".tool-print", Allows: switchAllows("print"),
			Doc: "Whether the viewer offers printing."},
		{Name: "download", Kind: property.Choice, Default: DownloadPDF, Area: "permission", Target: ".tool-download", Allows: downloadAllows,
			Choices: downloads,
			Doc: "The files that can be downloaded: none, the PDF, or the original file and the PDF. If text is withheld (textSelection " +
				"false, or output img) and this is not set, none."},
		{Name: "textSelection", Kind: property.Boolean, Default: true, Area: "permission", Target: ".text .line",
			Allows: switchAllows("textSelection"),
			Doc: "Whether text can be selected and copied; never if output is img. If an enforced profile forbids it, pages are " +
				"sent as images."},
		{Name: "search", Kind: property.Boolean, Default: true, Area: "permission", Target: ".tool-search", Allows: switchAllows("search"),
			Doc: "Whether the document can be searched. If an enforced profile withholds text (textSelection false, or output img), only if that " +
				"profile itself sets this to true (not if only the profile named default does), and then for whole words, without excerpts, and for " +
				"30 different texts a minute."},
		{Name: "watermark", Kind: property.Text, Default: "", MaxLength: maxWatermark, Area: "permission", Target: ".mark",
			Allows:       watermarkAllows,
			Placeholders: []string{datePlaceholder, sessionPlaceholder, namePlaceholder},
			Doc: "Text across every page. {date}, {session} and {name} stand for today, the beginning of the session's id, and the " +
				"reader whom the session names."},
		{Name: "frameAncestors", Kind: property.Sources, Default: "*", Area: "permission", Allows: frameAncestorsAllow,
			Doc: "The sites that may frame the viewer, as the source list of a Content-Security-Policy."},
	}}
}
