package word

import (
	"bytes"
	"fmt"
	"time"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// Content type, relationship type and empty markup of the comments part (ECMA-376, part 1, 11.3.2 and 17.13.4).
const (
	commentsType     = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
	commentsRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
	emptyComments    = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:comments ` +
		`xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:comments>`
	firstComment = 100_000 // minimal id of added comments, larger than the ids that most Office programs assign
)

// AddComments returns a copy of a text document to which notes are added as comments on their paragraphs. Only the body
// can have comments, so notes on other parts are attached to the first paragraph. The result is nil if the source is
// not a text document.
func AddComments(source []byte, notes []wire.TemplateNote, now time.Time) ([]byte, error) {
	p, kind, main, err := core.Open(source)
	if err != nil {
		return nil, err
	}
	d := &core.Document{Package: p, Kind: kind, Main: main}
	if core.FormatOf(p.Type(main)) == nil || core.FormatOf(p.Type(main)).Paragraph != "w:p" {
		return nil, nil
	}
	body, err := p.Read(main)
	if err != nil {
		return nil, err
	}
	tokens, err := markup.Scan(body)
	if err != nil {
		return nil, core.Problems{{Code: "broken-part", Part: main, Values: map[string]string{"reason": err.Error()}}}
	}
	name, comments, first, err := commentsPart(d)
	if err != nil {
		return nil, err
	}
	p.Write(main, newCommentAnchors(tokens, main, notes, first).write())
	p.Write(name, appendComments(comments, notes, main, first, now))
	var out bytes.Buffer
	err = p.Save(&out)
	return out.Bytes(), err
}

// commentAnchors inserts the anchors of comments into markup.
type commentAnchors struct {
	tokens []markup.Token
	begin  map[int][]int // ids of the comments that start after a token, by the token
	end    map[int][]int // ids of the comments that end before a token, by the token
}

// paragraphRange is a paragraph with the range of its tokens.
type paragraphRange struct {
	begin, end int // the token before the content, and the end tag
	text       string
}

// newCommentAnchors attaches the notes to their paragraphs. The ids of the comments are consecutive; first is the id of
// the first comment.
func newCommentAnchors(tokens []markup.Token, main string, notes []wire.TemplateNote, first int) *commentAnchors {
	m := &commentAnchors{tokens, make(map[int][]int), make(map[int][]int)}
	paragraphs := paragraphsOf(tokens)
	if len(paragraphs) == 0 {
		return m
	}
	for i, note := range notes {
		at := paragraphs[0]
		for _, one := range paragraphs {
			if note.Part == main && one.text == note.Paragraph {
				at = one
				break
			}
		}
		m.begin[at.begin] = append(m.begin[at.begin], first+i)
		m.end[at.end] = append(m.end[at.end], first+i)
	}
	return m
}

// paragraphsOf returns the paragraphs of a body. Their texts are shortened in the same way as the texts in problems, so
// that both can be compared. A paragraph in a text box cannot have comments; its range is that of the paragraph that
// contains the text box.
func paragraphsOf(tokens []markup.Token) (all []paragraphRange) {
	texts := core.TextElements()
	var open []paragraphRange
	var names []string
	for i := range tokens {
		switch t := &tokens[i]; t.Kind {
		case markup.Start:
			names = append(names, t.Name)
			if t.Name == "w:p" {
				open = append(open, paragraphRange{begin: i})
			}
		case markup.End:
			names = names[:len(names)-1]
			switch {
			case t.Name == "w:pPr" && len(open) > 0 && open[len(open)-1].text == "":
				open[len(open)-1].begin = i
			case t.Name == "w:p":
				last := open[len(open)-1]
				last.end, last.text = i, core.Shorten(last.text)
				all, open = append(all, last), open[:len(open)-1]
				if len(open) == 0 {
					includeNested(all, last)
				}
			}
		case markup.Text:
			if len(open) > 0 && len(names) > 0 && texts[names[len(names)-1]] {
				open[len(open)-1].text += markup.Unescape(t.Raw)
			}
		}
	}
	return all
}

// includeNested changes the range of each paragraph that is nested in the given paragraph to the range of the given
// paragraph.
func includeNested(all []paragraphRange, last paragraphRange) {
	for i := len(all) - 1; i >= 0 && all[i].end > last.begin; i-- {
		all[i].begin, all[i].end = last.begin, last.end
	}
}

func (m *commentAnchors) write() (out []byte) {
	for i := range m.tokens {
		for _, id := range m.end[i] {
			out = fmt.Appendf(out, `<w:commentRangeEnd w:id="%[1]d"/><w:r><w:commentReference w:id="%[1]d"/></w:r>`, id)
		}
		out = append(out, m.tokens[i].Raw...)
		for _, id := range m.begin[i] {
			out = fmt.Appendf(out, `<w:commentRangeStart w:id="%d"/>`, id)
		}
	}
	return out
}

// commentsPart returns the name and the tokens of the comments part, and the id for the first added comment.
func commentsPart(d *core.Document) (name string, tokens []markup.Token, first int, err error) {
	name, tokens, err = d.EnsurePart("comments", "comments.xml", commentsType, commentsRelation, emptyComments)
	if err != nil {
		return "", nil, 0, core.Problems{{Code: "broken-part", Part: name, Values: map[string]string{"reason": err.Error()}}}
	}
	_, own := markup.RootElements(tokens)
	return name, tokens, max(firstComment, markup.MaxNumber(own, "w:comment", "w:id")+1), nil
}

// appendComments returns the comments part with notes added. The ids of the added comments are consecutive; first is
// the id of the first one.
func appendComments(tokens []markup.Token, notes []wire.TemplateNote, main string, first int, now time.Time) []byte {
	root, _ := markup.RootElements(tokens)
	_, end := markup.Elements(tokens, root)
	out := markup.Raw(tokens[:end])
	for i, note := range notes {
		text := note.Text
		if note.Part != main && note.Part != "" {
			text = note.Part + ": " + text
		}
		out = fmt.Appendf(out, `<w:comment w:id="%d" w:author="Lectern" w:initials="L" w:date="%s"><w:p>`, first+i,
			now.UTC().Format(time.RFC3339))
		out = append(plainRun(nil).Append(out, text), `</w:p></w:comment>`...)
	}
	return append(out, markup.Raw(tokens[end:])...)
}
