package trial

import (
	"bytes"
	"encoding/binary"
)

// Distinct gives a PDF, an RTF or a package with a comment, which is the same document in other bytes.
func Distinct(content []byte, comment string) []byte {
	if !bytes.HasPrefix(content, []byte("PK")) {
		return append(bytes.Clone(content), "\n%"+comment+"\n"...)
	}
	length := len(content) - 2 // the archive ends with its comment's length, which is 0
	own := binary.LittleEndian.AppendUint16(bytes.Clone(content[:length]), uint16(len(comment)))
	return append(own, comment...)
}
