package template_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// noted returns a paragraph with a text and a reference to a footnote or endnote.
func noted(text, kind string, id int) string {
	return strings.TrimSuffix(templatetest.P(text), "</w:p>") + fmt.Sprintf(`<w:r><w:%sReference w:id="%d"/></w:r></w:p>`, kind, id)
}

// notesOf returns the texts of the notes of a document, in the order of the references to them.
func notesOf(t *testing.T, document []byte, kind string) (all []string) {
	t.Helper()
	part := templatetest.Part(t, document, "word/"+kind+"s.xml")
	references := strings.Split(templatetest.Part(t, document, "word/document.xml"), "<w:"+kind+`Reference w:id="`)
	for _, after := range references[1:] {
		id, _, _ := strings.Cut(after, `"`)
		_, note, _ := strings.Cut(part, "<w:"+kind+` w:id="`+id+`"`)
		_, note, _ = strings.Cut(note, ">")
		note, _, _ = strings.Cut(note, "</w:"+kind+">")
		all = append(all, templatetest.TextOf(note))
	}
	return all
}

// A note that is referenced in a loop is repeated for each item, with the item's values.
func TestNotesInLoop(t *testing.T) {
	for _, kind := range []string{"footnote", "endnote"} {
		body := noted("first", kind, 2) + templatetest.P("{#items}") + noted("{name}", kind, 1) + templatetest.P("{/items}")
		source := templatetest.Docx(body, "word/"+kind+"s.xml", templatetest.Notes(kind, "note of {name}", "{name} in all", "nobody's"))
		document, problems := render(t, "x.docx", source, `{"name":"all","items":[{"name":"Pen"},{"name":"Ink"}]}`)
		if got := strings.Join(notesOf(t, document, kind), ", "); got != "all in all, note of Pen, note of Ink" || problems != nil {
			t.Errorf("the %ss are %s; %v", kind, got, problems)
		}
		part := templatetest.Part(t, document, "word/"+kind+"s.xml")
		if strings.Count(part, "<w:"+kind+" ") != 5 || !strings.Contains(part, "nobody's") {
			t.Errorf("the part is %s", part)
		}
		document, _ = render(t, "x.docx", source, `{"items":[]}`)
		if part := templatetest.Part(t, document, "word/"+kind+"s.xml"); strings.Contains(part, "note of") {
			t.Errorf("a note is left: %s", part)
		}
	}
}

// Notes can contain tags even if the body contains none. Problems in notes are reported.
func TestNotesAlone(t *testing.T) {
	source := templatetest.Docx(noted("text", "footnote", 1), "word/footnotes.xml", templatetest.Notes("footnote", "of {name}{:footnote x}"))
	document, problems := render(t, "x.docx", source, `{"name":"Pen"}`)
	if got := strings.Join(notesOf(t, document, "footnote"), ", "); got != "of Pen" || problems != nil {
		t.Errorf("the notes are %s; %v", got, problems)
	}
	found, err := template.Check(source)
	if err != nil || !strings.Contains(string(found.Schema), `"name"`) {
		t.Errorf("the parameters are %s, %v", found.Schema, err)
	}
	wrong := templatetest.Docx(noted("{x}", "footnote", 1), "word/footnotes.xml", templatetest.Notes("footnote", "{#a}", "{/a}"))
	if _, problems := render(t, "x.docx", wrong, `{}`); strings.Join(problems, ", ") != "unclosed-loop {#a}, unopened-loop {/a}" {
		t.Errorf("problems are %v", problems)
	}
}

// If a note is referenced in a loop over a list, the names in the note are inferred to be members of the list's items.
func TestNotesInSchema(t *testing.T) {
	source := templatetest.Docx(templatetest.P("{#items}")+noted("{name}", "footnote", 1)+templatetest.P("{/items}"), "word/footnotes.xml",
		templatetest.Notes("footnote", "{price}"))
	found, err := template.Check(source)
	if err != nil || !strings.Contains(string(found.Sample), `"items":[{"name":"Name 1","price"`) {
		t.Errorf("the sample is %s, %v", found.Sample, err)
	}
}

// New notes follow the notes of the template and get unused ids.
func TestNewNotesFollowExistingNotes(t *testing.T) {
	notes := strings.Replace(templatetest.Notes("footnote", "old"), `w:id="1"`, `w:id="10000"`, 1)
	document, problems := render(t, "x.docx", templatetest.Docx(noted("{:footnote x}", "footnote", 10000), "word/footnotes.xml",
		notes), `{"x":"new"}`)
	if got := strings.Join(notesOf(t, document, "footnote"), ", "); got != "new, old" || problems != nil {
		t.Errorf("the notes are %s; %v", got, problems)
	}
}
