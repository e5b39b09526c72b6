package report

import (
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// pictureSentences returns sentences about damaged and unchecked pictures of a document with a number of pages.
func pictureSentences(pictures wire.Pictures, pages int) (sentences []sentence.Sentence) {
	rows := pageRanges(pictures.Broken)
	switch document.CountPages(rows) {
	case 0:
	case 1:
		sentences = append(sentences, sentence.New("page-picture", "{pages} has a damaged picture, which may be missing or "+
			"incomplete.").With("pages", describeRanges(rows)))
	default:
		sentences = append(sentences, sentence.New("pages-pictures", "{pages} have damaged pictures, which may be missing or "+
			"incomplete.").With("pages", describeRanges(rows)))
	}
	rest := document.UnreadPages{First: pictures.Pages + 1, Last: pages}
	switch n := rest.Count(); {
	case n == 1:
		sentences = append(sentences, sentence.New("page-unlooked", "{pages} was not checked for damaged pictures.").
			With("pages", describeRanges([]document.UnreadPages{rest})))
	case n > 1:
		sentences = append(sentences, sentence.New("pages-unlooked", "{pages} were not checked for damaged pictures.").
			With("pages", describeRanges([]document.UnreadPages{rest})))
	}
	return sentences
}

// pageRanges returns sorted page numbers as ranges of consecutive pages.
func pageRanges(pages []int) (ranges []document.UnreadPages) {
	for _, page := range pages {
		if last := len(ranges) - 1; last >= 0 && ranges[last].Last == page-1 {
			ranges[last].Last = page
		} else {
			ranges = append(ranges, document.UnreadPages{First: page, Last: page})
		}
	}
	return ranges
}

// maxPicturesNamed is how many pictures a sentence names.
const maxPicturesNamed = 5

// faultyPictures returns sentences about pictures of an Office document that are or may be blank.
func faultyPictures(facts wire.Facts) (sentences []sentence.Sentence) {
	for _, kind := range []struct {
		fault string
		text  sentence.Sentence
	}{
		{wire.PictureMissing, sentence.New("picture-missing", "Pictures that are missing from the file and shown empty: {names}.")},
		{wire.PictureUnreadable, sentence.New("picture-form", "Pictures in an unsupported format that are shown empty: {names}.")},
		{wire.PictureLarge, sentence.New("picture-large", "Pictures that are too large to be drawn and are shown empty: {names}.")},
		{wire.PictureDamaged, sentence.New("picture-damaged", "Damaged pictures that may be missing or incomplete: {names}.")},
	} {
		var names []string
		for _, picture := range facts.Pictures {
			if picture.Fault == kind.fault {
				names = append(names, document.MakeLegible(picture.Name))
			}
		}
		if len(names) > 0 {
			sentences = append(sentences, kind.text.With("names", sentence.Names(names, maxPicturesNamed)))
		}
	}
	if facts.UncheckedPictures > 0 {
		sentences = append(sentences, sentence.New("pictures-unchecked",
			"Pictures that were not checked for damage, or only in part, because they are large, numerous or in an unsupported "+
				"format: {count}.").With("count", facts.UncheckedPictures))
	}
	return sentences
}
