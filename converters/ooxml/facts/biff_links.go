package facts

import (
	"encoding/binary"
	"strings"
)

// The characters that control how the path of another workbook is encoded (MS-XLS 2.5.277).
const (
	pathEncoded = '\x01' // first, and before a volume within
	pathRoot    = '\x02'
	pathFolder  = '\x03' // between folders; between program and topic where the path is not encoded
	pathParent  = '\x04'
)

// book notes the path of another workbook, or a program that is asked by DDE.
func (b *biff) book(data []byte) {
	const itself, addIn = 0x0401, 0x3A01
	if length := binary.LittleEndian.Uint16(data[2:]); length != itself && length != addIn {
		b.bookLink(b.text(data[2:], 2))
	}
}

// sheetLink notes what a workbook before Excel 97 refers to. Such a path begins with another number where it is that of
// the workbook itself, and the name of a sheet may follow the workbook's in brackets.
func (b *biff) sheetLink(path string) {
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
		b.link("ddeLink", program+" "+topic)
	case path != "":
		b.link("externalLinkPath", path)
	}
}

// decodedPath returns an encoded path as people write it.
func decodedPath(path string) string {
	var decoded strings.Builder
	volume := false
	for _, r := range path {
		switch {
		case volume && r == '@': // of another computer
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
