package template

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

const linkRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"

// linkAddress gives an address as links in documents have it: a URI (RFC 3986, 2), which programs are
// strict about, and one that a reader may be led to, so that no program runs. It is empty where that
// cannot be.
func linkAddress(address string) string {
	address = strings.TrimSpace(address)
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	switch strings.ToLower(parsed.Scheme) {
	case "http", "https":
		if parsed.Hostname() == "" {
			return ""
		}
	case "mailto", "tel":
	default:
		return ""
	}
	var escaped strings.Builder
	for _, r := range address {
		switch {
		case r < ' ' || r == '\x7f':
		case r == ' ' || strings.ContainsRune("<>\"{}|\\^`", r):
			fmt.Fprintf(&escaped, "%%%02X", r)
		default:
			escaped.WriteRune(r)
		}
	}
	return escaped.String()
}

// shortAddress is [linkAddress] but for what is longer than a link of a workbook may be.
func shortAddress(address string) string {
	const longestAddress = 2000
	if address = linkAddress(address); len(address) > longestAddress {
		return ""
	}
	return address
}

// addressNode is the tag of a link whose address has tags.
type addressNode struct {
	tag           *tag // of the first of them
	address       phrase
	before, after []byte        // of the tag of the markup, around the id
	inField       bool          // the address itself stands there
	link          *markup.Token // the tag of the markup; nil where the address stands in a text
}

func (n *addressNode) render(r *renderer, s *scope) {
	given := n.address.inAddress(r, s)
	address := linkAddress(given)
	if given != "" && address == "" {
		r.found.add(n.tag.problem("link-unsafe", "address", given))
		return
	}
	if n.inField {
		address = inField(address)
	} else {
		address = r.relate(linkRelation, address, true)
	}
	begin := len(r.out)
	r.out = append(append(append(r.out, n.before...), address...), n.after...)
	if n.link != nil {
		r.links[n.link] = bytes.Clone(r.out[begin:])
	}
}

// link makes the node of a tag of the markup that leads to an address with tags; nil where it does
// not.
func (c *compiler) link(t *markup.Token) node {
	if t.Name != "w:hyperlink" && t.Name != "a:hlinkClick" || len(c.refers.addresses) == 0 {
		return nil
	}
	id, _ := t.Attribute("r:id")
	address, ok := c.refers.addresses[id]
	if !ok {
		return nil
	}
	n := c.addressNode(address)
	if n == nil {
		return nil
	}
	n.link = t
	n.before, n.after = around(t, "r:id")
	return n
}

// addressNode makes the node of an address; nil where it has no tags.
func (c *compiler) addressNode(address string) *addressNode {
	n := &addressNode{address: c.phrase(address)}
	for _, part := range n.address {
		if part.tag != nil {
			n.tag = part.tag
			return n
		}
	}
	return nil
}

// linkNode is a link that a tag makes: {:link site}, of an address or of {url, text}.
type linkNode struct {
	tag *tag
	run *run
}

func inlineLink(t *tag, r *run) node { return &linkNode{t, r} }

func (n *linkNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	address := r.text(n.tag, value)
	text := address
	if object, isObject := value.(map[string]any); isObject {
		address, text = memberText(object, "url"), memberText(object, "text")
		if text == "" {
			text = address
		}
	}
	target := linkAddress(address)
	if target == "" {
		r.found.add(n.tag.problem("link-unsafe", "address", address))
		return
	}
	id := r.relate(linkRelation, target, true)
	if n.run.format.text == "w:t" {
		n.inWord(r, id, text)
	} else {
		n.onSlide(r, id, text)
	}
}

// inWord writes a link between two runs, and out of what a link cannot be in.
func (n *linkNode) inWord(r *renderer, id, text string) {
	r.out = n.run.end(r.out)
	for _, around := range n.run.outer {
		r.out = append(r.out, "</"+around.Name+">"...)
	}
	r.out = fmt.Appendf(r.out, `<w:hyperlink xmlns:r="%s" r:id="%s">`, relationSpace, id)
	linked := *n.run
	linked.properties = linkLook(n.run.properties)
	r.out = append(linked.append(r.out, text), "</w:hyperlink>"...)
	for _, around := range slices.Backward(n.run.outer) {
		r.out = append(r.out, r.again(around)...)
	}
	r.out = n.run.begin(r.out)
}

// onSlide writes a run that is a link, which no run around it is then.
func (n *linkNode) onSlide(r *renderer, id, text string) {
	run := r.linked(n.run)
	look := readProperties("a:rPr", run.properties)
	look.set("a:hlinkClick", fmt.Sprintf(`<a:hlinkClick xmlns:r="%s" r:id="%s"/>`, relationSpace, id))
	linked := *run
	linked.open, linked.properties = []byte("<a:r>"), look.write(slideCharacter)
	r.out = run.begin(linked.append(run.end(r.out), text))
}

// again gives a tag that is written once more: a revision has an id of its own, and a link leads where
// it has led before.
func (r *renderer) again(t *markup.Token) []byte {
	if written, ok := r.links[t]; ok {
		return written
	}
	if _, has := t.Attribute("w:id"); !has {
		return t.Raw
	}
	return t.With("w:id", strconv.Itoa(r.newID()))
}

// linked gives a run whose properties lead where its link has led before.
func (r *renderer) linked(of *run) *run {
	written, ok := r.links[of.link]
	if !ok {
		return of
	}
	linked := *of
	linked.properties = bytes.Replace(of.properties, of.link.Raw, written, 1)
	return &linked
}

func memberText(object map[string]any, name string) string {
	if value, ok := object[name]; ok && value != nil {
		return expression.Text(value)
	}
	return ""
}

// linkLook gives the properties of a run in the look of links, where it has no colour of its own
// (ECMA-376, part 1, 17.3.2).
func linkLook(properties []byte) []byte {
	if bytes.Contains(properties, []byte("<w:color")) || bytes.Contains(properties, []byte("<w:rStyle")) ||
		bytes.Contains(properties, []byte("<w:u ")) {
		return properties
	}
	if len(properties) == 0 {
		properties = []byte("<w:rPr></w:rPr>")
	}
	behind := []string{"w:effect", "w:bdr", "w:shd", "w:fitText", "w:vertAlign", "w:rtl", "w:cs", "w:em", "w:lang", "w:eastAsianLayout",
		"w:specVanish", "w:oMath"}
	properties = withProperty(properties, []byte(`<w:u w:val="single"/>`), "w:u", behind...)
	between := []string{"w:spacing", "w:w", "w:kern", "w:position", "w:sz", "w:szCs", "w:highlight", "w:u"}
	return withProperty(properties, []byte(`<w:color w:val="0563C1"/>`), "w:color", append(between, behind...)...)
}
