package report

import (
	"math"
	"slices"

	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// pageWarnings returns sentences about pages that are missing or shown in another size.
func pageWarnings(details *wire.Details) []sentence.Sentence {
	return nonzero(missingPages(details.Missing), fewerPages(details.DeclaredPages), shrunkPages(details.Shrunk),
		unsizedPages(details.Unsized))
}

// nonzero returns the sentences that are not zero.
func nonzero(all ...sentence.Sentence) []sentence.Sentence {
	return slices.DeleteFunc(all, sentence.Sentence.IsZero)
}

func missingPages(pages []int) (none sentence.Sentence) {
	switch rows := describeRanges(pageRanges(pages)); len(pages) {
	case 0:
		return none
	case 1:
		return sentence.New("page-missing", "{pages} is missing from the file and shown empty.").With("pages", rows)
	default:
		return sentence.New("pages-missing", "{pages} are missing from the file and shown empty.").With("pages", rows)
	}
}

func fewerPages(count int) (none sentence.Sentence) {
	if count == 0 {
		return none
	}
	return sentence.New("pages-fewer", "The document claims to have {count} pages, but the file has fewer. All of them are shown.").
		With("count", count)
}

func unsizedPages(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("page-unsized", "The size of one page is not valid: the page is shown in another size.")
	}
	return sentence.New("pages-unsized", "The sizes of {count} pages are not valid: the pages are shown in other sizes.").
		With("count", n)
}

func shrunkPages(shrunk *wire.Shrunk) (none sentence.Sentence) {
	if shrunk == nil {
		return none
	}
	text := sentence.New("pages-shrunk", "{count} pages are larger than the limit of {points} points per side ({inches} inches) "+
		"and are scaled down.").With("count", shrunk.Pages)
	if shrunk.Pages == 1 {
		text = sentence.New("page-shrunk", "One page is larger than the limit of {points} points per side ({inches} inches) and "+
			"is scaled down.")
	}
	return text.With("points", shrunk.Side).With("inches", math.Round(shrunk.Side/72*100)/100)
}
