package template

import (
	"path"
	"strings"

	"lectern/converters/template/opc"
)

// partBytes is what a copied part costs besides its content.
const partBytes = 4096

// partCopier copies parts, with those that belong to them, into a document.
type partCopier struct {
	from *opc.Package // may be the document itself
	to   *document
	// owned says of a relation that does not lead out of the package whether the part that it leads to
	// is copied, too; a copy refers to the others as its original does. nil is for none.
	owned func(*opc.Relation) bool
	made  map[string]string // names of copies, by those of their originals
}

// copy copies a part, once, with those that belong to it, and gives the name of the copy.
func (c *partCopier) copy(part string) (string, error) {
	if name, ok := c.made[part]; ok {
		return name, nil
	}
	content, err := c.from.Read(part)
	if err != nil {
		return "", err
	}
	name := c.to.newPart(part, c.from.Type(part))
	c.made[part] = name
	c.to.Write(name, content)
	c.to.copied += partBytes
	if c.from != c.to.Package || c.to.programs[part] == nil { // what is rendered anew counts then
		c.to.copied += len(content)
	}
	return name, c.relate(part, name)
}

// relate gives a copy of a part the relations of its original.
func (c *partCopier) relate(part, name string) error {
	before, err := c.from.Relations(part)
	if err != nil {
		return err
	}
	after, err := c.to.Relations(name)
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
func (c *partCopier) target(one *opc.Relation, part string) (string, error) {
	if c.owned != nil && c.owned(one) {
		return c.copy(part)
	}
	if name, ok := c.made[part]; ok {
		return name, nil
	}
	return part, nil
}

// newPart adds an empty part with a name like that of another one, and gives it.
func (d *document) newPart(like, contentType string) string {
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
