package template

import (
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/wire"
)

// namePart is reported as the name of the part if there is a problem with the document name in the options.
const namePart = "name"

// nameEvaluator evaluates the tags in the names of documents. For a package of several templates, it also evaluates the
// condition of each template.
type nameEvaluator struct {
	*core.Compiler
	*core.Renderer
	problems core.ProblemList
	scope    *core.Scope
	taken    map[string]bool // used names of documents, in lower case
}

func newNameEvaluator(request *Request) (*nameEvaluator, error) {
	env, err := environment(&request.Options)
	if err != nil {
		return nil, err
	}
	own := request.withOwnParams()
	n := &nameEvaluator{scope: topScope(&own), taken: map[string]bool{}}
	n.Compiler = &core.Compiler{LoopExpander: core.LoopExpander{Format: core.WordFormat(), Problems: &n.problems}, Language: newLanguage()}
	n.Renderer = &core.Renderer{Env: env, Problems: &n.problems, Missing: request.Options.Missing}
	return n, nil
}

// evaluateName replaces the tags in text with their values, and returns a valid file name.
func (n *nameEvaluator) evaluateName(text string) string {
	return FileName(n.evaluateText(text, applicationFile))
}

// evaluateText replaces the tags in text with their values. part is the name that problems with the tags give as their
// location.
func (n *nameEvaluator) evaluateText(text, part string) string {
	n.Compiler.Part = part
	var out strings.Builder
	for _, one := range n.parseName(text) {
		out.WriteString(one.Text)
		if one.Tag == nil {
			continue
		}
		value, ok := n.Value(one.Tag, n.scope)
		if ok && hasObject(value) {
			n.Renderer.Problems.Add(one.Tag.Problem("name-not-text"))
		} else if ok {
			out.WriteString(n.Renderer.Text(one.Tag, value))
		}
	}
	return out.String()
}

// hasObject reports whether a value is an object, or a list that contains an object. Such a value has no readable text.
func hasObject(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return true
	case []any:
		return slices.ContainsFunc(value, hasObject)
	}
	return false
}

// parseName parses a text with tags. Everything that looks like a tag must be a valid tag; otherwise a problem is
// reported. Link addresses, by contrast, can contain text that only looks like a tag.
func (n *nameEvaluator) parseName(text string) (parsed core.TaggedText) {
	l := core.Lexer{Part: n.Compiler.Part, Format: n.Format, JoinedText: text, Segments: []core.Segment{{To: len(text)}},
		Problems: n.Compiler.Problems}
	l.FindTags()
	at := 0
	for _, s := range l.Spans {
		parsed, at = append(parsed, core.TaggedTextPart{Text: text[at:s.From]}), s.To
		if s.DelimitersOnly {
			continue
		}
		t := &core.Tag{Source: s.Source, Part: n.Compiler.Part, Paragraph: text}
		if t.Parse(s.Inner); t.Kind != core.ValueTag {
			n.Compiler.Problems.Add(t.Problem("misplaced-tag"))
			continue
		}
		n.Parse(t)
		parsed = append(parsed, core.TaggedTextPart{Tag: t})
	}
	return append(parsed, core.TaggedTextPart{Text: text[at:]})
}

// rename sets the name of a document to the name in the options, after evaluating its tags. If the options contain no
// name, a document made from a row is named after the template's file and the number of the row.
func (n *nameEvaluator) rename(document *Document, options *wire.TemplateOptions, file string) {
	name := strings.TrimSpace(n.evaluateText(options.Name, namePart))
	switch {
	case name == "" && options.Row == 0:
		return
	case name == "":
		name = fmt.Sprintf("%s %d", baseName(file), options.Row)
	}
	document.Name = FileName(name) + "." + document.Type
}

// makeUnique appends a number to the name of a document if another document already has the name.
func (n *nameEvaluator) makeUnique(document *Document) {
	stem := strings.TrimSuffix(document.Name, "."+document.Type)
	for number := 2; n.taken[strings.ToLower(document.Name)]; number++ {
		document.Name = fmt.Sprintf("%s (%d).%s", stem, number, document.Type)
	}
	n.taken[strings.ToLower(document.Name)] = true
}

// checkName returns the problems with a document name that contains tags.
func checkName(name string) []wire.TemplateProblem {
	if name == "" {
		return nil
	}
	n, err := newNameEvaluator(&Request{})
	if err != nil {
		return asProblems(err)
	}
	n.Compiler.Part = namePart
	n.parseName(name)
	return n.problems.List
}

// conditionHolds reports whether a condition is true. An empty condition is true.
func (n *nameEvaluator) conditionHolds(condition string) bool {
	if condition == "" {
		return true
	}
	value, ok := n.Value(n.parseCondition(condition), n.scope)
	return ok && expression.Truthy(value)
}

// parseCondition parses a condition, and reports its problems.
func (n *nameEvaluator) parseCondition(text string) *core.Tag {
	t := &core.Tag{Kind: core.LoopTag, Source: text, Body: text, Part: applicationFile}
	n.Parse(t)
	return t
}
