package core

// ParameterKind is the inferred type of a parameter.
type ParameterKind string

const (
	UnknownKind ParameterKind = ""
	TextKind    ParameterKind = "string"
	NumberKind  ParameterKind = "number"
	TruthKind   ParameterKind = "boolean"
	DateKind    ParameterKind = "date"
	ImageKind   ParameterKind = "image"
	// Markup that replaces a paragraph of text, or a shape of a slide.
	ParagraphKind ParameterKind = "paragraph"
	ShapeKind     ParameterKind = "shape"
	LinkKind      ParameterKind = "link"
	TableKind     ParameterKind = "table"
	ChartKind     ParameterKind = "chart"
	ListKind      ParameterKind = "array"
	ObjectKind    ParameterKind = "object"
	// A text that the template also uses as a condition.
	TextOrTruthKind ParameterKind = "asked"
)

// OneTagNode is a node of one tag.
type OneTagNode interface {
	// Reads returns the tag and the kind of value that it expects.
	Reads() (*Tag, ParameterKind)
}

// PhraseNode is a node with several tags, all of whose values are texts.
type PhraseNode interface{ Tags() []*Tag }

// Container is a node with other nodes in it.
type Container interface{ Inner() []Node }

// Wrapper is a node that wraps other nodes, without a loop between them.
type Wrapper interface{ Wrapped() []Node }
