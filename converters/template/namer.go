package template

import (
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/wire"
)

// namePart is where problems with the name are that the options give.
const namePart = "name"

// namer evaluates names of documents, and conditions of a package.
type namer struct {
	*compiler
	*renderer
	found problems
	scope *scope
	taken map[string]bool // names of documents, in small letters
}

func newNamer(request *Request) (*namer, error) {
	env, err := environment(&request.Options)
	if err != nil {
		return nil, err
	}
	own := request.withOwnParams()
	n := &namer{scope: topScope(&own), taken: map[string]bool{}}
	n.compiler = &compiler{extents: extents{format: wordFormat(), found: &n.found}, language: newLanguage()}
	n.renderer = &renderer{env: env, found: &n.found, missing: request.Options.Missing}
	return n, nil
}

// name gives a name with the values of its tags, as one that a file may have.
func (n *namer) name(text string) string {
	return FileName(n.text(text, applicationFile))
}

// text gives a text of a part with the values of its tags.
func (n *namer) text(text, part string) string {
	n.compiler.part = part
	var out strings.Builder
	for _, one := range n.phrase(text) {
		out.WriteString(one.text)
		if one.tag == nil {
			continue
		}
		value, ok := n.value(one.tag, n.scope)
		if ok && hasObject(value) {
			n.renderer.found.add(one.tag.problem("name-not-text"))
		} else if ok {
			out.WriteString(n.renderer.text(one.tag, value))
		}
	}
	return out.String()
}

// hasObject says whether a value is an object or a list with some, which have no text that a person knows.
func hasObject(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return true
	case []any:
		return slices.ContainsFunc(value, hasObject)
	}
	return false
}

// phrase reads a text with tags, and tells what is wrong with them: what looks like one is meant as one, as in
// the text of a document, while an address may have such signs of its own.
func (n *namer) phrase(text string) (read phrase) {
	l := lexer{part: n.compiler.part, format: n.format, whole: text, segments: []segment{{to: len(text)}}, problems: n.compiler.found}
	l.findTags()
	at := 0
	for _, s := range l.spans {
		read, at = append(read, phrasePart{text: text[at:s.from]}), s.to
		if s.none {
			continue
		}
		t := &tag{source: s.source, part: n.compiler.part, paragraph: text}
		if t.read(s.inner); t.kind != valueTag {
			n.compiler.found.add(t.problem("misplaced-tag"))
			continue
		}
		n.parse(t)
		read = append(read, phrasePart{tag: t})
	}
	return append(read, phrasePart{text: text[at:]})
}

// rename gives a document of a file the name that the options say: where that is empty, the file's
// with the number of the row, if there is one.
func (n *namer) rename(made *Document, options *wire.TemplateOptions, file string) {
	name := strings.TrimSpace(n.text(options.Name, namePart))
	switch {
	case name == "" && options.Row == 0:
		return
	case name == "":
		name = fmt.Sprintf("%s %d", stem(file), options.Row)
	}
	made.Name = FileName(name) + "." + made.Type
}

// apart numbers the name of a document that another one has.
func (n *namer) apart(made *Document) {
	stem := strings.TrimSuffix(made.Name, "."+made.Type)
	for number := 2; n.taken[strings.ToLower(made.Name)]; number++ {
		made.Name = fmt.Sprintf("%s (%d).%s", stem, number, made.Type)
	}
	n.taken[strings.ToLower(made.Name)] = true
}

// checkName tells what is wrong with a name.
func checkName(name string) []wire.TemplateProblem {
	if name == "" {
		return nil
	}
	n, err := newNamer(&Request{})
	if err != nil {
		return asProblems(err)
	}
	n.compiler.part = namePart
	n.phrase(name)
	return n.found.list
}

// holds says whether a condition does; an empty one does.
func (n *namer) holds(condition string) bool {
	if condition == "" {
		return true
	}
	value, ok := n.value(n.condition(condition), n.scope)
	return ok && expression.Truthy(value)
}

// condition reads a condition.
func (n *namer) condition(text string) *tag {
	t := &tag{kind: loopTag, source: text, body: text, part: applicationFile}
	n.parse(t)
	return t
}
