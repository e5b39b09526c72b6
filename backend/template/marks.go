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

// marks finds problems on the pages of the template that has them, from page 1 to last.
func (s *Service) marks(ctx context.Context, source pdf.Source, last int, problems []wire.TemplateProblem) (all []Mark, err error) {
	found := make([]bool, len(problems))
	for page := 1; page <= last && len(problems) > 0; page++ {
		answer, err := s.Reader.Words(ctx, source, page)
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

// pageText is the text of a page without white space, which the lines break elsewhere than the
// template does.
type pageText struct {
	text  string
	words []placedWord // in the order of the text
}

// placedWord is where a word is in the text, and on the page.
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
			text.WriteString(squeeze(word.Text))
			p.words = append(p.words, placedWord{begin, text.Len(), number, word.Box})
		}
	}
	p.text = text.String()
	return &p
}

// squeeze takes white space out of a text.
func squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// find gives the boxes, a line each, of a tag in a paragraph, or else of the paragraph; none where
// that is not on the page. Where it ends with an ellipsis, so much of it is known.
func (p *pageText) find(paragraph, tag string) []wire.Box {
	known := squeeze(strings.TrimSuffix(paragraph, "…"))
	begin := strings.Index(p.text, known)
	if known == "" || begin < 0 {
		return nil
	}
	end := begin + len(known)
	if wanted := squeeze(strings.TrimSuffix(tag, "…")); wanted != "" {
		if at := strings.Index(p.text[begin:], wanted); at >= 0 && (begin+at < end || known != squeeze(paragraph)) {
			begin, end = begin+at, begin+at+len(wanted)
		}
	}
	return p.boxes(begin, end)
}

// boxes gives the boxes of the words that a stretch of the text is in, a line each.
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
