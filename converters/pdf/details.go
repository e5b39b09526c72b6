package pdf

/*
#include <stdlib.h>
#include "details/api.h"
*/
import "C"

import (
	"bytes"
	"strings"
	"time"
	"unsafe"

	"lectern/converters/wire"
)

// Details returns the properties of the document: metadata, fonts, outline, page labels and so on. Damaged parts are
// left out.
func (d *Document) Details() (details wire.Details, err error) {
	details.Metadata, details.Unsized = d.allMetadata(), d.unsized
	details.Missing, details.DeclaredPages = d.missing, int(C.lectern_declared_pages(d.c))
	if d.shrunk > 0 {
		details.Shrunk = &wire.Shrunk{Pages: d.shrunk, Side: d.side}
	}
	if details.Outline, err = d.outline(outlineTime); err != nil {
		return details, err
	}
	if details.Labels, err = d.labels(); err != nil {
		return details, err
	}
	if details.Scripts, err = d.scripts(); err != nil {
		return details, err
	}
	if details.Extras, err = d.features(); err != nil {
		return details, err
	}
	details.Fonts, err = d.listFonts()
	return details, err
}

// scripts reports whether the document contains scripts, or actions that start programs or send forms.
func (d *Document) scripts() (bool, error) {
	var found C.int
	if code := C.lectern_find_actions(d.c, &found); code != C.LECTERN_OK {
		return false, d.fault(code)
	}
	return found != 0, nil
}

// metadata returns the value of one of MuPDF's metadata keys, or "".
func (d *Document) metadata(key string) string {
	ckey := C.CString(key)
	defer C.free(unsafe.Pointer(ckey))
	var value [metadataSize]C.char
	C.lectern_metadata(d.c, ckey, &value[0], metadataSize)
	return strings.ToValidUTF8(C.GoString(&value[0]), "")
}

func (d *Document) allMetadata() wire.Metadata {
	encryption := d.metadata("encryption")
	if encryption == "None" {
		encryption = ""
	}
	return wire.Metadata{
		Format:     d.metadata("format"),
		Title:      d.metadata("info:Title"),
		Author:     d.metadata("info:Author"),
		Subject:    d.metadata("info:Subject"),
		Keywords:   d.metadata("info:Keywords"),
		Creator:    d.metadata("info:Creator"),
		Producer:   d.metadata("info:Producer"),
		Created:    date(d.metadata("info:CreationDate")),
		Modified:   date(d.metadata("info:ModDate")),
		Encryption: encryption,
	}
}

// outlineTime limits the time to read an outline.
const outlineTime = 10 * time.Second

// outline returns the outline. It leaves out the entries that cannot be read within the duration timeout.
func (d *Document) outline(timeout time.Duration) ([]wire.OutlineItem, error) {
	entries, err := d.entries(func(out *C.lectern_bytes) C.int {
		return C.lectern_outline(d.c, C.double(timeout.Seconds()), out)
	})
	if err != nil {
		return nil, err
	}
	items, _ := outlineTree(entries, 0)
	return items, nil
}

// outlineTree converts entries into a tree. It stops at the first entry whose depth is less than the given depth, and
// returns the remaining entries.
func outlineTree(entries []entry, depth int) (items []wire.OutlineItem, rest []entry) {
	items = []wire.OutlineItem{}
	for len(entries) > 0 && entries[0].depth >= depth {
		item := wire.OutlineItem{Title: strings.Join(strings.Fields(entries[0].text), " "), Target: entries[0].target}
		item.Children, entries = outlineTree(entries[1:], depth+1)
		if len(item.Children) == 0 {
			item.Children = nil
		}
		items = append(items, item)
	}
	return items, entries
}

// links returns the links of a page in document order. Links that are blocked are left out.
func (d *Document) links(page int) ([]wire.Link, error) {
	entries, err := d.entries(func(out *C.lectern_bytes) C.int { return C.lectern_links(d.c, C.int(page-1), out) })
	if err != nil {
		return nil, err
	}
	links := []wire.Link{}
	for _, e := range entries {
		if e.target != (wire.Target{}) {
			links = append(links, wire.Link{Box: e.box, Target: e.target})
		}
	}
	return links, nil
}

// entries calls a function of C and decodes the entries that it returns.
func (d *Document) entries(call func(*C.lectern_bytes) C.int) ([]entry, error) {
	data, err := d.bytes(call)
	if err != nil {
		return nil, err
	}
	return decodeEntries(data), nil
}

// bytes calls a function of C and returns a copy of the bytes that it returns.
func (d *Document) bytes(call func(*C.lectern_bytes) C.int) ([]byte, error) {
	var out C.lectern_bytes
	if code := call(&out); code != C.LECTERN_OK {
		return nil, d.fault(code)
	}
	defer C.lectern_drop_bytes(d.c, &out)
	return bytes.Clone(view(&out)), nil
}
