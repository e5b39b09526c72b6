package facts

import (
	"encoding/binary"
	"strings"
)

// Control characters of encoded paths of other workbooks (MS-XLS 2.5.277).
const (
	pathEncoded = '\x01' // at the start, and before a volume
	pathRoot    = '\x02'
	pathFolder  = '\x03' // between folders; in a path that is not encoded, between program and topic
	pathParent  = '\x04'
)

// addBookLink adds a link to another workbook or a DDE program.
func (b *biff) addBookLink(data []byte) {
	const itself, addIn = 0x0401, 0x3A01
	if length := binary.LittleEndian.Uint16(data[2:]); length != itself && length != addIn {
		b.bookLink(b.text(data[2:], 2))
	}
}

// addSheetLink adds a link in a workbook of a version before Excel 97. A path that begins with a control character
// other than pathEncoded refers to the workbook itself and is ignored. The workbook's name may be in brackets, followed
// by the name of a sheet.
func (b *biff) addSheetLink(path string) {
	if path != "" && (path[0] == pathEncoded || path[0] >= ' ') {
		path, _, _ = strings.Cut(path, "]")
		b.bookLink(strings.ReplaceAll(path, "[", ""))
	}
}

func (b *biff) bookLink(path string) {
	path, encoded := strings.CutPrefix(path, string(pathEncoded))
	program, topic, found := strings.Cut(path, string(pathFolder))
	switch path = strings.TrimSpace(decodedPath(path)); {
	case found && !encoded:
		b.addLink("ddeLink", program+" "+topic)
	case path != "":
		b.addLink("externalLinkPath", path)
	}
}

// decodedPath returns a path without its encoding.
func decodedPath(path string) string {
	var decoded strings.Builder
	volume := false
	for _, r := range path {
		switch {
		case volume && r == '@': // a network share
			decoded.WriteString(`\\`)
		case volume:
			decoded.WriteString(string(r) + `:\`)
		case r == pathRoot || r == pathFolder:
			decoded.WriteByte('\\')
		case r == pathParent:
			decoded.WriteString(`..\`)
		case r >= ' ':
			decoded.WriteRune(r)
		}
		volume = r == pathEncoded && !volume
	}
	return decoded.String()
}
