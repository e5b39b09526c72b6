package template

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"lectern/backend/convert/pdf"
	"lectern/converters/wire"
)

// marks returns the positions of problems on the pages of a template. The argument lastPage is the number of the last
// page that is searched. A problem whose text is not found has no position.
func (s *Service) marks(ctx context.Context, source pdf.Source, lastPage int, problems []wire.TemplateProblem) (all []Mark, err error) {
	found := make([]bool, len(problems))
	for page := 1; page <= lastPage && len(problems) > 0; page++ {
		answer, err := s.reader.Words(ctx, source, page)
		if err != nil {
			return all, err
		}
		var words wire.Words
		if err := json.Unmarshal(answer, &words); err != nil {
			return all, fmt.Errorf("words of a template: %w", err)
		}
		text := newPageText(&words)
		for i, problem := range problems {
			if found[i] {
				continue
			}
			for _, box := range text.find(problem.Paragraph, problem.Tag) {
				found[i] = true
				all = append(all, Mark{i, page, box})
			}
		}
	}
	return all, nil
}

// pageText is the text of a page without white space. White space cannot be compared with the template's white space,
// because the page contains line breaks.
type pageText struct {
	text  string
	words []placedWord // in reading order
}

// placedWord is a word's range in the text and its position on the page.
type placedWord struct {
	begin, end int // bytes
	line       int
	box        wire.Box
}

func newPageText(words *wire.Words) *pageText {
	var p pageText
	var text strings.Builder
	for number, line := range words.Lines {
		for _, word := range line.Words {
			begin := text.Len()
			text.WriteString(removeSpace(word.Text))
			p.words = append(p.words, placedWord{begin, text.Len(), number, word.Box})
		}
	}
	p.text = text.String()
	return &p
}

// removeSpace removes white space from a text.
func removeSpace(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// find returns the boxes of a tag in a paragraph, one for each line. If the tag is not found, it returns the boxes of
// the whole paragraph. It returns nil if the paragraph is not on the page. If the paragraph ends with an ellipsis, only
// its beginning is compared.
func (p *pageText) find(paragraph, tag string) []wire.Box {
	known := removeSpace(strings.TrimSuffix(paragraph, "…"))
	begin := strings.Index(p.text, known)
	if known == "" || begin < 0 {
		return nil
	}
	end := begin + len(known)
	if wanted := removeSpace(strings.TrimSuffix(tag, "…")); wanted != "" {
		if at := strings.Index(p.text[begin:], wanted); at >= 0 && (begin+at < end || known != removeSpace(paragraph)) {
			begin, end = begin+at, begin+at+len(wanted)
		}
	}
	return p.boxes(begin, end)
}

// boxes returns the boxes of the words in a range of the text. The boxes of words on the same line are joined.
func (p *pageText) boxes(begin, end int) (boxes []wire.Box) {
	last := -1
	for _, word := range p.words {
		switch {
		case word.end <= begin || word.begin >= end:
		case word.line == last:
			boxes[len(boxes)-1] = boxes[len(boxes)-1].Join(word.box)
		default:
			boxes, last = append(boxes, word.box), word.line
		}
	}
	return boxes
}
