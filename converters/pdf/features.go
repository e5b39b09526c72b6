package pdf

/*
#include "details/api.h"
*/
import "C"

import (
	"strings"

	"lectern/converters/wire"
)

// beyond is what of the document is not on its pages.
func (d *Document) beyond() (wire.Beyond, error) {
	var found C.lectern_features
	data, err := d.bytes(func(out *C.lectern_bytes) C.int { return C.lectern_find_features(d.c, &found, out) })
	if err != nil {
		return wire.Beyond{}, err
	}
	return wire.Beyond{
		Files: int(found.files), FileNames: fileNames(data), Portfolio: found.portfolio != 0, XFA: found.xfa != 0,
		NeedsRendering: found.needs_rendering != 0,
		Signatures:     int(found.signatures), Comments: int(found.comments), Media: int(found.media), Links: int(found.links),
	}, nil
}

// fileNames are the names that C gives, each with a zero byte behind it. What a file is
// called without a name is empty.
func fileNames(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	names := strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
	for i, name := range names {
		names[i] = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " ")
	}
	return names
}
