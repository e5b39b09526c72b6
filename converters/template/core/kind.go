package core

// ParameterKind is the inferred type of a parameter.
type ParameterKind string

const (
	UnknownKind ParameterKind = ""
	TextKind    ParameterKind = "string"
	NumberKind  ParameterKind = "number"
	BooleanKind ParameterKind = "boolean"
	DateKind    ParameterKind = "date"
	ImageKind   ParameterKind = "image"
	// ParagraphKind and ShapeKind are the kinds of markup that replaces a paragraph of text, or a shape of a slide.
	ParagraphKind ParameterKind = "paragraph"
	ShapeKind     ParameterKind = "shape"
	LinkKind      ParameterKind = "link"
	TableKind     ParameterKind = "table"
	ChartKind     ParameterKind = "chart"
	ListKind      ParameterKind = "array"
	ObjectKind    ParameterKind = "object"
	// TextOrBooleanKind is the kind of a text that the template also uses as a condition.
	TextOrBooleanKind ParameterKind = "asked"
)

// OneTagNode is a node with one tag.
type OneTagNode interface {
	// Reads returns the tag, and the kind of value that the tag expects.
	Reads() (*Tag, ParameterKind)
}

// TaggedTextNode is a node with several tags. The values of all tags are texts.
type TaggedTextNode interface{ Tags() []*Tag }

// Container is a node that contains other nodes, possibly within a loop.
type Container interface{ Inner() []Node }

// Wrapper is a node that contains other nodes without a loop around them. The inner nodes have the same scope as the
// Wrapper.
type Wrapper interface{ Wrapped() []Node }
