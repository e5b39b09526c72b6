package opc

import (
	"encoding/xml"
	"fmt"
	"path"
	"strings"

	"lectern/converters/template/markup"
)

const typesName = "[Content_Types].xml"

// contentTypes contains the content types of all parts (ECMA-376, part 2, 10.1.2.2).
type contentTypes struct {
	defaults      []typeDefault
	overrides     []typeOverride
	overrideIndex map[string]int // indexes in overrides, by part names in lower case
	changed       bool
}

type typeDefault struct {
	Extension string `xml:"Extension,attr"`
	Type      string `xml:"ContentType,attr"`
}

type typeOverride struct {
	Part string `xml:"PartName,attr"`
	Type string `xml:"ContentType,attr"`
}

func (p *Package) readTypes() error {
	raw, err := p.Read(typesName)
	if err != nil {
		return err
	}
	var list struct {
		Defaults  []typeDefault  `xml:"Default"`
		Overrides []typeOverride `xml:"Override"`
	}
	if err := unmarshal(raw, &list); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrNoPackage, typesName, err)
	}
	p.types = contentTypes{defaults: list.Defaults, overrideIndex: make(map[string]int)}
	for _, o := range list.Overrides {
		p.types.override(o)
	}
	return nil
}

// override sets the type of a part unless the part already has one.
func (t *contentTypes) override(o typeOverride) {
	key := typeKey(o.Part)
	if _, known := t.overrideIndex[key]; !known { // if types repeat, the first one counts
		t.overrideIndex[key] = len(t.overrides)
		t.overrides = append(t.overrides, o)
	}
}

func typeKey(part string) string { return strings.ToLower(strings.TrimPrefix(part, "/")) }

// unmarshal decodes an XML part of the package, such as the content types.
func unmarshal(raw []byte, target any) error {
	if _, err := markup.Scan(raw); err != nil { // a document type declaration is not allowed
		return err
	}
	return xml.Unmarshal(raw, target)
}

// Type returns the content type of a part, or "" if it is unknown.
func (p *Package) Type(name string) string {
	if i, known := p.types.overrideIndex[typeKey(name)]; known {
		return p.types.overrides[i].Type
	}
	extension := strings.TrimPrefix(path.Ext(name), ".")
	for _, d := range p.types.defaults {
		if strings.EqualFold(d.Extension, extension) {
			return d.Type
		}
	}
	return ""
}

// SetType sets the content type of a part. It takes precedence over the default type of the file extension.
func (p *Package) SetType(name, contentType string) {
	p.types.changed = true
	if i, known := p.types.overrideIndex[typeKey(name)]; known {
		p.types.overrides[i].Type = contentType
		return
	}
	p.types.override(typeOverride{"/" + name, contentType})
}

// SetDefaultType sets the content type of parts with a file extension, unless it is already set.
func (p *Package) SetDefaultType(extension, contentType string) {
	for _, d := range p.types.defaults {
		if strings.EqualFold(d.Extension, extension) {
			return
		}
	}
	p.types.changed = true
	p.types.defaults = append(p.types.defaults, typeDefault{extension, contentType})
}

func (p *Package) writeTypes() {
	if !p.types.changed {
		return
	}
	raw := []byte(xml.Header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`)
	for _, d := range p.types.defaults {
		raw = fmt.Appendf(raw, `<Default Extension="%s" ContentType="%s"/>`, markup.Escape(d.Extension), markup.Escape(d.Type))
	}
	for _, o := range p.types.overrides {
		if p.Has(o.Part) {
			raw = fmt.Appendf(raw, `<Override PartName="%s" ContentType="%s"/>`, markup.Escape(o.Part), markup.Escape(o.Type))
		}
	}
	p.Write(typesName, append(raw, "</Types>"...))
}
