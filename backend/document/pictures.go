package document

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// pictureTime is how long pictures are looked at for a report.
const pictureTime = 3 * time.Second

// Pictures says which pages of a PDF have pictures that cannot be drawn, of as many pages as
// can be looked at within a few seconds. They are decoded for it, which takes as long as
// drawing: so it is done when it is first wanted, as few reports are read, and kept while
// there is room.
func (p *Pages) Pictures(ctx context.Context, doc *Document) (pictures wire.Pictures, err error) {
	src := doc.source(p.content)
	text, err := p.kept(src.Key+" pictures", func() ([]byte, error) {
		pictures, err := p.lookAtPictures(ctx, src, doc.PageCount)
		if err != nil {
			return nil, err
		}
		return json.Marshal(pictures)
	})
	if err != nil {
		return pictures, err
	}
	return pictures, json.Unmarshal(text, &pictures)
}

// lookAtPictures looks at those of so many pages, up to one where that ends for the
// document's sake. Its errors are the server's own.
func (p *Pages) lookAtPictures(ctx context.Context, src pdf.Source, pages int) (all wire.Pictures, err error) {
	for all.Pages < pages && seconds(all.Took) < pictureTime {
		begin, patience := time.Now(), pictureTime-seconds(all.Took)
		some, err := retryConverter(ctx, killsOnly, func() (wire.Pictures, error) {
			limited, source, cancel := within(ctx, src, patience+exchangeTime)
			defer cancel()
			return p.renderer.Pictures(limited, source, all.Pages+1, patience)
		})
		switch {
		case err != nil && (ctx.Err() != nil || !isCause(err) && !errors.Is(err, context.DeadlineExceeded)):
			return all, err
		case err != nil || some.Pages == 0 || some.Pages > pages-all.Pages:
			return all, nil
		}
		all.Pages += some.Pages
		all.Broken = append(all.Broken, some.Broken...)
		all.Took += max(some.Took, time.Since(begin).Seconds()) // it need not be true
	}
	return all, nil
}

// tellPictures adds to the report of a PDF what is to be told of its pictures. Those of
// another document were drawn by the converter that has made the PDF.
func (s *Service) tellPictures(ctx context.Context, doc *Document, report *Report) {
	if doc.Type.Office() {
		return
	}
	pictures, err := s.pages.Pictures(ctx, doc)
	if err != nil {
		s.log.WarnContext(ctx, "no look at pictures", "document", doc.ID, slog.Any("error", err))
		report.warn(sentence.New("pictures-unseen", "The pictures of the document could not be looked at."))
		return
	}
	report.warn(pictureSentences(pictures, doc.PageCount)...)
}

// pictureSentences tell a person of the pictures of a document of so many pages.
func pictureSentences(pictures wire.Pictures, pages int) (sentences []sentence.Sentence) {
	rows := rowsOf(pictures.Broken)
	switch countPages(rows) {
	case 0:
	case 1:
		sentences = append(sentences, sentence.New("page-picture", "{pages} has a picture that is damaged: it may be missing, or show "+
			"in part only.").With("pages", pageRows(rows)))
	default:
		sentences = append(sentences, sentence.New("pages-pictures", "{pages} have pictures that are damaged: they may be missing, or show "+
			"in part only.").With("pages", pageRows(rows)))
	}
	rest := UnreadPages{First: pictures.Pages + 1, Last: pages}
	switch n := rest.count(); {
	case n == 1:
		sentences = append(sentences, sentence.New("page-unlooked", "{pages} was not looked at for damaged pictures.").
			With("pages", pageRows([]UnreadPages{rest})))
	case n > 1:
		sentences = append(sentences, sentence.New("pages-unlooked", "{pages} were not looked at for damaged pictures.").
			With("pages", pageRows([]UnreadPages{rest})))
	}
	return sentences
}

// rowsOf gives pages, in their order, as rows.
func rowsOf(pages []int) (rows []UnreadPages) {
	for _, page := range pages {
		if last := len(rows) - 1; last >= 0 && rows[last].Last == page-1 {
			rows[last].Last = page
		} else {
			rows = append(rows, UnreadPages{First: page, Last: page})
		}
	}
	return rows
}

// maxPicturesNamed is how many pictures a sentence names.
const maxPicturesNamed = 5

// faultyPictures tells of the pictures of an Office document that are blank in its pages, or may be.
func faultyPictures(facts wire.Facts) (sentences []sentence.Sentence) {
	for _, kind := range []struct {
		fault string
		said  sentence.Sentence
	}{
		{wire.PictureMissing, sentence.New("picture-missing", "Pictures that are missing from the file, so that their places are "+
			"empty: {names}.")},
		{wire.PictureUnreadable, sentence.New("picture-form", "Pictures in a format that is not supported, so that their places are "+
			"empty: {names}.")},
		{wire.PictureLarge, sentence.New("picture-large", "Pictures that are too large to be drawn, so that their places are empty: {names}.")},
		{wire.PictureDamaged, sentence.New("picture-damaged", "Pictures that are damaged, so that they may be missing or show in part "+
			"only: {names}.")},
	} {
		var names []string
		for _, picture := range facts.Pictures {
			if picture.Fault == kind.fault {
				names = append(names, legible(picture.Name))
			}
		}
		if len(names) > 0 {
			sentences = append(sentences, kind.said.With("names", sentence.Names(names, maxPicturesNamed)))
		}
	}
	if facts.UncheckedPictures > 0 {
		sentences = append(sentences, sentence.New("pictures-unchecked",
			"Pictures that were not checked for damage, or only at their beginning, as they are large, many, or in a form that is not "+
				"checked: {count}.").With("count", facts.UncheckedPictures))
	}
	return sentences
}
