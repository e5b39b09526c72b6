package core

import (
	"path"
	"strings"

	"lectern/converters/template/opc"
)

// partBytes is what a copied part costs besides its content.
const partBytes = 4096

// PartCopier copies parts, with those that belong to them, into a document.
type PartCopier struct {
	From *opc.Package // may be the document itself
	To   *Document
	// IsOwned says of a relation that does not lead out of the package whether the part that it leads to
	// is copied, too; a copy refers to the others as its original does. nil is for none.
	IsOwned func(*opc.Relation) bool
	Copies  map[string]string // names of copies, by those of their originals
}

// Copy copies a part, once, with those that belong to it, and gives the name of the copy.
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
	c.To.copied += partBytes
	if c.From != c.To.Package || c.To.Programs[part] == nil { // what is rendered anew counts then
		c.To.copied += len(content)
	}
	return name, c.Relate(part, name)
}

// Relate gives a copy of a part the relations of its original.
func (c *PartCopier) Relate(part, name string) error {
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
		after.Put(one)
	}
	return nil
}

// target gives the part that a relation of a copy leads to.
func (c *PartCopier) target(one *opc.Relation, part string) (string, error) {
	if c.IsOwned != nil && c.IsOwned(one) {
		return c.Copy(part)
	}
	if name, ok := c.Copies[part]; ok {
		return name, nil
	}
	return part, nil
}

// AddPart adds an empty part with a name like that of another one, and gives it.
func (d *Document) AddPart(like, contentType string) string {
	name := d.FreeName(pattern(like))
	d.Write(name, nil)
	d.SetType(name, contentType)
	return name
}

// pattern gives a pattern for the names of parts like one.
func pattern(part string) string {
	extension := path.Ext(part)
	stem := strings.TrimRight(strings.TrimSuffix(part, extension), "0123456789")
	return strings.ReplaceAll(stem, "%", "%%") + "%d" + strings.ReplaceAll(extension, "%", "%%")
}
