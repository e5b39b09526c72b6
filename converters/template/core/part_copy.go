package core

import (
	"path"
	"strings"

	"lectern/converters/template/opc"
)

// partOverhead is added to the size of each copied part to account for its ZIP entry and its relationships.
const partOverhead = 4096

// PartCopier copies parts, together with the parts that they own, into a document.
type PartCopier struct {
	From *opc.Package // may be the package of the document itself
	To   *Document
	// IsOwned reports whether the target of an internal relationship is copied together with the part. If it is not,
	// the copy of the part refers to the original target. If IsOwned is nil, no targets are copied.
	IsOwned func(*opc.Relation) bool
	Copies  map[string]string // names of the copies, by the names of the originals
}

// Copy copies a part and the parts that it owns, unless the part was already copied. It returns the name of the copy.
func (c *PartCopier) Copy(part string) (string, error) {
	if name, ok := c.Copies[part]; ok {
		return name, nil
	}
	content, err := c.From.Read(part)
	if err != nil {
		return "", err
	}
	name := c.To.AddPart(part, c.From.Type(part))
	c.Copies[part] = name
	c.To.Write(name, content)
	c.To.copied += partOverhead
	if c.From != c.To.Package || c.To.Programs[part] == nil { // otherwise, rendering the part counts its output
		c.To.copied += len(content)
	}
	return name, c.CopyRelations(part, name)
}

// CopyRelations adds the relationships of a part to the copy of that part. name is the name of the copy.
func (c *PartCopier) CopyRelations(part, name string) error {
	before, err := c.From.Relations(part)
	if err != nil {
		return err
	}
	after, err := c.To.Relations(name)
	if err != nil {
		return err
	}
	for _, one := range before.All {
		if !one.External() {
			target, err := c.target(&one, before.Part(&one))
			if err != nil {
				return err
			}
			one.Target = "/" + target
		}
		after.AddWithID(one)
	}
	return nil
}

// target returns the name of the part to which a relationship of the copy must refer.
func (c *PartCopier) target(one *opc.Relation, part string) (string, error) {
	if c.IsOwned != nil && c.IsOwned(one) {
		return c.Copy(part)
	}
	if name, ok := c.Copies[part]; ok {
		return name, nil
	}
	return part, nil
}

// AddPart adds an empty part and returns its name. The name has the form of the name existing, with a number that
// is not in use: for word/chart1.xml, for example, AddPart returns word/chart2.xml.
func (d *Document) AddPart(existing, contentType string) string {
	name := d.FreeName(pattern(existing))
	d.Write(name, nil)
	d.SetType(name, contentType)
	return name
}

// pattern returns the format string for the names of parts of the same kind, such as word/chart%d.xml for
// word/chart1.xml.
func pattern(part string) string {
	extension := path.Ext(part)
	stem := strings.TrimRight(strings.TrimSuffix(part, extension), "0123456789")
	return strings.ReplaceAll(stem, "%", "%%") + "%d" + strings.ReplaceAll(extension, "%", "%%")
}
