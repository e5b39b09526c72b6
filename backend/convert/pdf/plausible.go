package pdf

import (
	"bytes"
	"slices"

	"lectern/converters/wire"
)

// A malicious document may take control of the process that reads it, and the process can then send any answer. These
// functions reject answers that a process cannot send if it works correctly. They are called before an answer is stored
// or shown.

// isPlausiblePage reports whether a correct process can return this page. Only a <style> element may be at the position
// page.Font, because the viewer's content security policy allows the element at that position.
func isPlausiblePage(page *wire.PDFResult) bool {
	if page.Font == (wire.Range{}) {
		return page.Scale >= 0
	}
	start, end := page.Font.Start, page.Font.End
	return page.Scale == 0 && start > 0 && start < end && end <= len(page.Data) &&
		start == bytes.IndexByte(page.Data, '>')+1 &&
		bytes.HasPrefix(page.Data[start:end], []byte("<style>")) && bytes.HasSuffix(page.Data[start:end], []byte("</style>"))
}

// arePlausibleTexts reports whether a correct process can return these texts in response to a request for the texts of
// count pages. The argument first is the number of the first requested page.
func arePlausibleTexts(texts *wire.Texts, first, count int) bool {
	outside := func(page int) bool { return page < first || page >= first+len(texts.Pages) }
	wrong := func(u wire.MissingGlyphKind) bool { return len(u.Kind) > wire.MaxMissingGlyphKindName || u.Count < 1 }
	return len(texts.Pages) <= count && len(texts.Unread) <= count && len(texts.Faulty) <= count &&
		len(texts.MissingGlyphs) <= wire.MaxMissingGlyphKinds &&
		!slices.ContainsFunc(slices.Concat(texts.Unread, texts.Faulty), outside) &&
		!slices.ContainsFunc(texts.MissingGlyphs, wrong) && texts.Took >= 0 && texts.Lost >= 0
}

// arePlausiblePictures reports whether a correct process can return this result. The argument first is the number of
// the first requested page.
func arePlausiblePictures(pictures *wire.Pictures, first int) bool {
	outside := func(page int) bool { return page < first || page >= first+pictures.Pages }
	return pictures.Pages >= 0 && len(pictures.Broken) <= pictures.Pages && pictures.Took >= 0 &&
		!slices.ContainsFunc(pictures.Broken, outside)
}
