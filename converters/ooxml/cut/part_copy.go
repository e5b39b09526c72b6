package cut

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"lectern/converters/ooxml/opc"
)

// droppedRelations are the kinds of relationships whose targets are not visible on a page, or belong to the content
// that is cut off.
var droppedRelations = map[string]bool{
	"notesSlide": true, "notesMaster": true, "handoutMaster": true, "commentAuthors": true,
	"commentsExtended": true, "commentsIds": true, "commentsExtensible": true,
	"people": true, "threadedComment": true, "person": true, "printerSettings": true,
	"calcChain": true, "externalLink": true, "pivotCacheDefinition": true, "glossaryDocument": true,
	"vbaProject": true, "keyMapCustomizations": true, "thumbnail": true, "tags": true,
	"revisionHeaders": true, "usernames": true, "xmlMaps": true, "connections": true,
}

// partCopy is the plan of a copy of a package: the parts to keep and the new content of changed parts.
type partCopy struct {
	from    *opc.Package
	kept    map[string]bool
	changed map[string][]byte
	// keeps reports whether a relationship of a part is kept. Its target is then kept as well.
	keeps func(part string, r opc.Relation) bool
	// redirects contains new targets of relationships, keyed by part and relationship id.
	redirects map[[2]string]string
}

func newCopy(from *opc.Package, keeps func(part string, r opc.Relation) bool) *partCopy {
	return &partCopy{
		from: from, keeps: keeps,
		kept: map[string]bool{}, changed: map[string][]byte{}, redirects: map[[2]string]string{},
	}
}

// redirect changes the target of a relationship.
func (c *partCopy) redirect(part, id, name string) { c.redirects[[2]string{part, id}] = name }

// keepPart adds a part and all parts that it is related to.
func (c *partCopy) keepPart(first string) error {
	todo := []string{first}
	for len(todo) > 0 {
		key := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c.kept[key] || key != "/" && c.from.Parts[key] == nil {
			continue
		}
		c.kept[key] = true
		related, err := c.keepRelations(key)
		if err != nil {
			return err
		}
		todo = append(todo, related...)
	}
	return nil
}

// keepRelations adds the relationships of a part and returns their targets.
func (c *partCopy) keepRelations(key string) (related []string, err error) {
	relations, err := c.from.Relations(key)
	if err != nil || len(relations) == 0 {
		return nil, err
	}
	var text bytes.Buffer
	dropped := false
	for _, r := range relations {
		if name := c.redirects[[2]string{key, r.Id}]; name != "" {
			fmt.Fprintf(&text, `<Relationship Id="%s" Type="%s/%s" Target="/%s"/>`, escape(r.Id), relationTypePrefix, r.Kind, escape(name))
			dropped = true
			continue
		}
		// The comments on sheets are kept, because they may be always visible.
		if droppedRelations[r.Kind] || r.Kind == "comments" && !strings.HasPrefix(key, "/xl/") || !c.keeps(key, r) {
			dropped = true
			continue
		}
		text.Write(r.Raw)
		if !r.External {
			related = append(related, r.Key)
		}
	}
	c.kept[opc.RelationsKey(key)] = true
	if dropped {
		const start = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` +
			`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
		c.changed[opc.RelationsKey(key)] = fmt.Appendf(nil, "%s%s</Relationships>", start, text.Bytes())
	}
	return related, nil
}

// relationTypePrefix is the prefix of the relationship types that the standard defines (ECMA-376 part 1, transitional).
const relationTypePrefix = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

func escape(value string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(value)
}

// write writes the copy. Unchanged parts are copied without decompressing them.
func (c *partCopy) write(out *os.File) error {
	types, err := c.contentTypes()
	if err != nil {
		return err
	}
	c.kept[opc.ContentTypes], c.changed[opc.ContentTypes] = true, types
	w := zip.NewWriter(out)
	for _, key := range c.from.Keys {
		if !c.kept[key] {
			continue
		}
		file := c.from.Parts[key]
		if content, changed := c.changed[key]; changed {
			err = writePart(w, file.Name, content)
		} else {
			err = w.Copy(file)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", key, err)
		}
	}
	return w.Close()
}

// writePart stores a part uncompressed, because the copy is read once and then deleted. The size of the part is written
// before its content, not in a data descriptor after it: LibreOffice does not read stored parts with a data descriptor.
func writePart(w *zip.Writer, name string, content []byte) error {
	length := uint64(len(content))
	part, err := w.CreateRaw(&zip.FileHeader{
		Name: name, Method: zip.Store, CRC32: crc32.ChecksumIEEE(content),
		CompressedSize64: length, UncompressedSize64: length,
	})
	if err == nil {
		_, err = part.Write(content)
	}
	return err
}

// contentTypes returns the content types part for the parts that are kept.
func (c *partCopy) contentTypes() ([]byte, error) {
	part, err := c.from.Open(opc.ContentTypes)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	var out bytes.Buffer
	for s := opc.NewScanner(part); ; {
		t, err := s.Next()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		gone := t.Kind != opc.TextRun && string(t.Local) == "Override" && !c.kept[opc.PartKey("/", t.Value("PartName"))]
		if !gone {
			out.Write(t.Raw)
		}
		if out.Len() > opc.MaxPart {
			return nil, opc.ErrPart
		}
	}
}
