package pdf

/*
#include "details/api.h"
*/
import "C"

import (
	"strings"

	"lectern/converters/wire"
)

// features returns the features of the document that its drawn pages do not show.
func (d *Document) features() (wire.Extras, error) {
	var found C.lectern_features
	data, err := d.bytes(func(out *C.lectern_bytes) C.int { return C.lectern_find_features(d.c, &found, out) })
	if err != nil {
		return wire.Extras{}, err
	}
	return wire.Extras{
		Files: int(found.files), FileNames: fileNames(data), Portfolio: found.portfolio != 0, XFA: found.xfa != 0,
		NeedsRendering: found.needs_rendering != 0,
		Signatures:     int(found.signatures), Comments: int(found.comments), Media: int(found.media), Links: int(found.links),
	}, nil
}

// fileNames splits the names of embedded files, each of which ends with a zero byte. A name may be empty.
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
