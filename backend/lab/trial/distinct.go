package trial

import (
	"bytes"
	"encoding/binary"
)

// Distinct adds a comment to a PDF, an RTF file or an Office package. The result is the same document with different
// bytes.
func Distinct(content []byte, comment string) []byte {
	if !bytes.HasPrefix(content, []byte("PK")) {
		return append(bytes.Clone(content), "\n%"+comment+"\n"...)
	}
	length := len(content) - 2 // the last two bytes are the length of the comment, which is 0
	own := binary.LittleEndian.AppendUint16(bytes.Clone(content[:length]), uint16(len(comment)))
	return append(own, comment...)
}
