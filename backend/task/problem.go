package task

import (
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// Problems words what the engine has found.
func Problems(found []wire.TemplateProblem) []Problem {
	all := make([]Problem, len(found))
	for i, p := range found {
		all[i] = Problem{Code: p.Code, Said: Tell(p).Keep(), File: p.File, Part: p.Part, Paragraph: p.Paragraph, Tag: p.Tag, Nearest: p.Nearest}
	}
	return all
}

// Tell puts a problem of a template into words. One of a code that is not known is told by that.
func Tell(p wire.TemplateProblem) sentence.Sentence {
	said, known := told()[p.Code]
	if !known {
		said = sentence.New("template-problem", "There is a problem with the template: {code}.").With("code", p.Code)
	}
	said = said.With("tag", p.Tag)
	for place, value := range p.Values {
		said = said.With(place, value)
	}
	return said
}

// told gives the sentences by the codes of the engine.
func told() map[string]sentence.Sentence {
	return map[string]sentence.Sentence{
		"unclosed-tag":          sentence.New("template-unclosed-tag", "A tag is opened here and never closed."),
		"unopened-tag":          sentence.New("template-unopened-tag", "A tag is closed here that was never opened."),
		"unclosed-loop":         sentence.New("template-unclosed-loop", "The loop “{tag}” is never closed."),
		"unopened-loop":         sentence.New("template-unopened-loop", "The loop that “{tag}” closes was never opened."),
		"crossed-loops":         sentence.New("template-crossed-loops", "The loop “{tag}” ends within another one: loops lie within each other or one after the other."),
		"unknown-filter":        sentence.New("template-unknown-filter", "The tag “{tag}” uses a filter that there is not."),
		"expression-syntax":     sentence.New("template-expression-syntax", "The expression “{tag}” cannot be read."),
		"expression-budget":     sentence.New("template-expression-budget", "The expression “{tag}” computes too much."),
		"not-a-list":            sentence.New("template-not-a-list", "The value of “{tag}” is no list."),
		"not-a-number":          sentence.New("template-not-a-number", "The value of “{tag}” is no number."),
		"not-a-date":            sentence.New("template-not-a-date", "The value of “{tag}” is no date."),
		"missing-value":         sentence.New("template-missing-value", "There is no value for “{tag}”."),
		"raw-outside-paragraph": sentence.New("template-raw-outside-paragraph", "The tag “{tag}” stands for whole paragraphs: it is to be alone in its own."),
		"unknown-tag":           sentence.New("template-unknown-tag", "There is no tag of the kind of “{tag}”."),
		"include-not-found":     sentence.New("template-include-not-found", "The template that “{tag}” includes is not there."),
		"include-cycle":         sentence.New("template-include-cycle", "The tag “{tag}” includes a template that includes this one again."),
		"image-unreadable":      sentence.New("template-image-unreadable", "What “{tag}” gives is no image that can be read."),
		"image-too-large":       sentence.New("template-image-too-large", "The image that “{tag}” gives is too large."),
		"image-not-fetched":     sentence.New("template-image-not-fetched", "The image that “{tag}” names could not be fetched."),
		"not-a-package":         sentence.New("template-not-a-package", "The template is no Office file, or a damaged one."),
		"encrypted":             sentence.New("template-encrypted", "The template is encrypted: save it without a password."),
		"bomb":                  sentence.New("template-bomb", "The template unpacks to more than it may."),
		"unsupported-type":      sentence.New("template-unsupported-type", "The template is of a type that cannot be filled."),
		"params-invalid":        sentence.New("template-params-invalid", "The parameters are not as the template wants them."),
		"too-large":             sentence.New("template-too-large", "What is to be filled, or comes of it, is too large."),
		"delimiters":            sentence.New("template-delimiters", "The tag “{tag}” sets no usable delimiters."),
	}
}
