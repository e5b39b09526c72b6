package template

import (
	"errors"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// elementNode is raw markup in the place of an element, where some namespaces are declared.
type elementNode struct {
	tag    *tag
	kind   kind // of the markup
	spaces spaces
}

func (n *elementNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	text, isText := value.(string)
	if !isText {
		r.found.add(n.tag.problem("raw-not-text"))
		return
	}
	relations, err := r.document.Relations(r.part)
	if err != nil {
		r.fail(err)
		return
	}
	if err := n.check(text, relations); err != nil {
		code, name := "raw-broken", ""
		if wrong, ok := errors.AsType[*rawError](err); ok {
			code, name = wrong.code, wrong.name
		}
		r.found.add(n.tag.problem(code, "reason", err.Error(), "name", name))
		return
	}
	r.document.lookForRanges([]byte(text))
	r.out = append(r.out, text...)
}

// rawError says that well-formed markup is wrong where it is to stand.
type rawError struct{ code, name string }

func (e *rawError) Error() string { return e.code + ": " + e.name }

// errAttributeTwice says that markup is not well-formed, which the reader of its tokens lets pass.
var errAttributeTwice = errors.New("an attribute is there twice")

// check says why raw markup cannot take the place: it is none, has an element that does not stand among
// those of the kind, or refers to what its part has no relation to.
func (n *elementNode) check(text string, relations *opc.Relations) error {
	return n.spaces.check(text, func(t *markup.Token, declared spaces, depth int) error {
		if depth == 0 && !n.takes(declared.name(t.Name)) {
			return &rawError{"raw-misplaced", t.Name}
		}
		seen := make(map[string]bool)
		for name, value := range t.Attributes() {
			if seen[name] {
				return errAttributeTwice
			}
			seen[name] = true
			prefix, _, prefixed := strings.Cut(name, ":")
			if prefixed && value != "" && isRelationSpace(declared[prefix]) && relations.Find(value) == nil {
				return &rawError{"raw-without-relation", value}
			}
		}
		return nil
	})
}

// takes says whether an element can stand where paragraphs or shapes do.
func (n *elementNode) takes(space, name string) bool {
	switch {
	case space == "http://schemas.openxmlformats.org/markup-compatibility/2006":
		return name == "AlternateContent"
	case n.kind == shapeKind:
		return space == n.spaces["p"] && slices.Contains(shapeElements(), name)
	case space == n.spaces["w"]:
		return slices.Contains(blockElements(), name)
	}
	return strings.HasSuffix(space, "/math") && (name == "oMath" || name == "oMathPara")
}

// blockElements are those that stand where paragraphs do (ECMA-376, part 1, A.1, EG_BlockLevelElts).
func blockElements() []string {
	return strings.Fields(`p tbl sdt customXml altChunk proofErr permStart permEnd ins del moveFrom moveTo
		bookmarkStart bookmarkEnd commentRangeStart commentRangeEnd
		moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd
		customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd
		customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd`)
}

// shapeElements are those of a tree of shapes (ECMA-376, part 1, A.3, CT_GroupShape).
func shapeElements() []string {
	return strings.Fields("sp grpSp graphicFrame cxnSp pic contentPart")
}

// isRelationSpace says whether a namespace is that of the ids of relations (ECMA-376, part 1, 22.8.2.1, and
// its strict form).
func isRelationSpace(address string) bool {
	return strings.HasSuffix(address, "/officeDocument/2006/relationships") || strings.HasSuffix(address, "/officeDocument/relationships")
}
