package facts

import "encoding/binary"

// mostObjectName is how many bytes a name in the header of an embedded object may have: that of a
// class, or of a file that it was linked to.
const mostObjectName = 4 << 10

// brokenObject reports whether the data of an object in an RTF, of which text is the beginning, has a
// header that cannot be: three names with their lengths before them ([MS-OLEDS], 2.2.4). LibreOffice
// takes a length of gigabytes at its word. Data that ends within the header is passed over, as
// LibreOffice does; so is what is cut off with text.
func brokenObject(text []byte) bool {
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
		if length > mostObjectName {
			return true
		}
		data = data[min(lengthSize+int(length), len(data)):]
	}
	return false
}

// hexData decodes hexadecimal digits up to what is none, such as the end of a group. White space
// between them does not count.
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
