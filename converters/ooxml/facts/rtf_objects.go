package facts

import "encoding/binary"

// maxObjectName is the largest plausible length of a name in the header of an embedded object, in bytes.
const maxObjectName = 4 << 10

// isBrokenObject reports whether the header of an object in an RTF is invalid. The header has three names, each
// preceded by its length ([MS-OLEDS], 2.2.4). LibreOffice would allocate any declared length, even gigabytes. Data that
// ends within the header is not reported: LibreOffice ignores it, and text may only be the beginning of the data.
func isBrokenObject(text []byte) bool {
	const lengthAt, lengthSize, names = 8, 4, 3
	data := hexData(text)
	if len(data) < lengthAt {
		return false
	}
	data = data[lengthAt:]
	for range names {
		if len(data) < lengthSize {
			return false
		}
		length := binary.LittleEndian.Uint32(data)
		if length > maxObjectName {
			return true
		}
		data = data[min(lengthSize+int(length), len(data)):]
	}
	return false
}

// hexData decodes hexadecimal digits up to the first other character. White space is ignored.
func hexData(text []byte) (data []byte) {
	var half byte
	odd := false
	for _, c := range text {
		digit, ok := hexDigit(c)
		switch {
		case c == ' ' || c == '\r' || c == '\n' || c == '\t':
			continue
		case !ok:
			return data
		case odd:
			data = append(data, half<<4|digit)
		}
		half, odd = digit, !odd
	}
	return data
}

func hexDigit(c byte) (digit byte, ok bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}
