package template

// kind is what a parameter seems to be.
type kind string

const (
	unknownKind kind = ""
	textKind    kind = "string"
	numberKind  kind = "number"
	truthKind   kind = "boolean"
	dateKind    kind = "date"
	imageKind   kind = "image"
	// Markup that takes the place of a paragraph of text, or of a shape of a slide.
	paragraphKind kind = "paragraph"
	shapeKind     kind = "shape"
	linkKind      kind = "link"
	tableKind     kind = "table"
	chartKind     kind = "chart"
	listKind      kind = "array"
	objectKind    kind = "object"
	// Text that is there for itself, and asked whether it holds.
	askedKind kind = "asked"
)

// tagged is a node of one tag.
type tagged interface {
	// reads returns the tag, and what its value seems to be.
	reads() (*tag, kind)
}

// phrased is a node of a text with several tags, whose values are texts.
type phrased interface{ tags() []*tag }

// container is a node that has others in it.
type container interface{ inner() []node }

// wrapper is a node that stands for others, which are in the loops that the wrapper is in.
type wrapper interface{ wrapped() []node }
