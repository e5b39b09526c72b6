package core

// ParameterKind is what a parameter seems to be.
type ParameterKind string

const (
	UnknownKind ParameterKind = ""
	TextKind    ParameterKind = "string"
	NumberKind  ParameterKind = "number"
	TruthKind   ParameterKind = "boolean"
	DateKind    ParameterKind = "date"
	ImageKind   ParameterKind = "image"
	// Markup that takes the place of a paragraph of text, or of a shape of a slide.
	ParagraphKind ParameterKind = "paragraph"
	ShapeKind     ParameterKind = "shape"
	LinkKind      ParameterKind = "link"
	TableKind     ParameterKind = "table"
	ChartKind     ParameterKind = "chart"
	ListKind      ParameterKind = "array"
	ObjectKind    ParameterKind = "object"
	// Text that is there for itself, and asked whether it holds.
	TextOrTruthKind ParameterKind = "asked"
)

// OneTagNode is a node of one tag.
type OneTagNode interface {
	// Reads returns the tag, and what its value seems to be.
	Reads() (*Tag, ParameterKind)
}

// PhraseNode is a node of a text with several tags, whose values are texts.
type PhraseNode interface{ Tags() []*Tag }

// Container is a node that has others in it.
type Container interface{ Inner() []Node }

// Wrapper is a node that stands for others, which are in the loops that the wrapper is in.
type Wrapper interface{ Wrapped() []Node }
