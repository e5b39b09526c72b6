package core

import (
	"errors"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// rawMarkupNode replaces an element with the raw markup that is the value of a tag.
type rawMarkupNode struct {
	tag        *Tag
	kind       ParameterKind // ParagraphKind or ShapeKind
	namespaces Namespaces
}

// Reads implements [OneTagNode].
func (n *rawMarkupNode) Reads() (*Tag, ParameterKind) { return n.tag, n.kind }

// Render implements [Node].
func (n *rawMarkupNode) Render(r *Renderer, s *Scope) {
	value, ok := r.Value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	text, isText := value.(string)
	if !isText {
		r.Problems.Add(n.tag.Problem("raw-not-text"))
		return
	}
	relations, err := r.Document.Relations(r.Part)
	if err != nil {
		r.Fail(err)
		return
	}
	if err := n.check(text, relations); err != nil {
		code, name := "raw-broken", ""
		if wrong, ok := errors.AsType[*rawError](err); ok {
			code, name = wrong.code, wrong.name
		}
		r.Problems.Add(n.tag.Problem(code, "reason", err.Error(), "name", name))
		return
	}
	r.Document.Language.MarkupAdded(r.Document, []byte(text))
	r.Out = append(r.Out, text...)
}

// rawError is the error for well-formed markup that is invalid in its place.
type rawError struct{ code, name string }

// Error returns the code and the name, for logs.
func (e *rawError) Error() string { return e.code + ": " + e.name }

// errAttributeTwice is the error for elements with a duplicate attribute, which encoding/xml accepts.
var errAttributeTwice = errors.New("an attribute is repeated")

// check returns an error if raw markup is not well-formed, contains a misplaced element, or refers to a relationship
// that the part does not have.
func (n *rawMarkupNode) check(text string, relations *opc.Relations) error {
	var enclosing []string // names of the enclosing elements, with the usual prefixes
	return n.namespaces.check(text, func(t *markup.Token, declared Namespaces, depth int) error {
		enclosing = append(enclosing[:depth], n.usualName(declared.resolve(t.Name)))
		if depth == 0 && !n.accepts(declared.resolve(t.Name)) || depth > 0 && !canBeChild(enclosing[depth], enclosing[depth-1]) {
			return &rawError{"raw-misplaced", t.Name}
		}
		seen := make(map[string]bool)
		for name, value := range t.Attributes() {
			if seen[name] {
				return errAttributeTwice
			}
			seen[name] = true
			prefix, _, prefixed := strings.Cut(name, ":")
			if prefixed && value != "" && isRelationNamespace(declared[prefix]) && relations.Find(value) == nil {
				return &rawError{"raw-without-relation", value}
			}
		}
		return nil
	})
}

// usualName returns the name of an element with the usual prefix of its namespace, or "" for other namespaces.
func (n *rawMarkupNode) usualName(space, name string) string {
	for _, prefix := range []string{"w", "a", "p"} {
		if space != "" && space == n.namespaces[prefix] {
			return prefix + ":" + name
		}
	}
	return ""
}

// canBeChild reports whether an element can be a child of parent. It returns true if the element or the parent is
// unknown.
func canBeChild(element, parent string) bool {
	parents, known := rawParents()[element]
	return !known || parent == "" || slices.Contains(strings.Fields(parents), parent)
}

// rawParents maps elements of text to their allowed parents (ECMA-376, part 1, A.1 to A.4).
func rawParents() map[string]string {
	const blocks = "w:body w:tc w:txbxContent w:sdtContent w:customXml w:hdr w:ftr w:footnote w:endnote w:comment w:docPartBody w:ins w:del " +
		"w:moveFrom w:moveTo"
	return map[string]string{
		"w:p":   blocks,
		"w:tbl": blocks,
		"w:tr":  "w:tbl w:sdtContent w:customXml",
		"w:tc":  "w:tr w:sdtContent w:customXml",
		"w:r":   "w:p w:hyperlink w:fldSimple w:ins w:del w:moveFrom w:moveTo w:sdtContent w:smartTag w:customXml w:dir w:bdo w:rt w:rubyBase",
		"w:t":   "w:r",
		"a:p":   "a:txBody p:txBody",
		"a:r":   "a:p",
		"a:t":   "a:r a:fld",
		"p:sp":  "p:spTree p:grpSp",
	}
}

// accepts reports whether an element can take the place of the replaced paragraph or shape.
func (n *rawMarkupNode) accepts(space, name string) bool {
	switch {
	case space == "http://schemas.openxmlformats.org/markup-compatibility/2006":
		return name == "AlternateContent"
	case n.kind == ShapeKind:
		return space == n.namespaces["p"] && slices.Contains(shapeElements(), name)
	case space == n.namespaces["w"]:
		return slices.Contains(blockElements(), name)
	}
	return strings.HasSuffix(space, "/math") && (name == "oMath" || name == "oMathPara")
}

// blockElements returns the elements that are allowed in the place of paragraphs (ECMA-376, part 1, A.1,
// EG_BlockLevelElts).
func blockElements() []string {
	return strings.Fields(`p tbl sdt customXml altChunk proofErr permStart permEnd ins del moveFrom moveTo
		bookmarkStart bookmarkEnd commentRangeStart commentRangeEnd
		moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd
		customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd
		customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd`)
}

// shapeElements returns the elements that are allowed in the place of shapes (ECMA-376, part 1, A.3, CT_GroupShape).
func shapeElements() []string {
	return strings.Fields("sp grpSp graphicFrame cxnSp pic contentPart")
}

// isRelationNamespace reports whether a namespace is that of attributes with relationship ids, in its transitional or
// strict form (ECMA-376, part 1, 22.8.2.1).
func isRelationNamespace(address string) bool {
	return strings.HasSuffix(address, "/officeDocument/2006/relationships") || strings.HasSuffix(address, "/officeDocument/relationships")
}
