package icon

import (
	"bytes"
	"encoding/binary"
)

// ICO returns the icon as a Windows icon file with the given sizes in pixels, up to 256.
func ICO(sizes ...int) []byte {
	var head, body bytes.Buffer
	appendNumbers(&head, binary.LittleEndian, uint16(0), uint16(1), uint16(len(sizes))) // the type 1 means icons
	begin := 6 + 16*len(sizes)
	for _, size := range sizes {
		picture := PNG(size)
		// The entry of the picture: width and height (0 means 256), number of colors in the palette, reserved, color
		// planes, bits per pixel, size and offset of the PNG file.
		appendNumbers(&head, binary.LittleEndian, uint8(size), uint8(size), uint16(0), uint16(1), uint16(32),
			uint32(len(picture)), uint32(begin+body.Len()))
		body.Write(picture)
	}
	return append(head.Bytes(), body.Bytes()...)
}

// icnsTypes are the types of the entries in a macOS icon file, with the sizes of their pictures in pixels.
var icnsTypes = []struct {
	name string
	size int
}{{"ic07", 128}, {"ic08", 256}, {"ic09", 512}, {"ic10", 1024}, {"ic11", 32}, {"ic12", 64}}

// ICNS returns the icon as a macOS icon file.
func ICNS() []byte {
	var body bytes.Buffer
	for _, entry := range icnsTypes {
		picture := PNG(entry.size)
		body.WriteString(entry.name)
		appendNumbers(&body, binary.BigEndian, uint32(8+len(picture)))
		body.Write(picture)
	}
	file := bytes.NewBufferString("icns")
	appendNumbers(file, binary.BigEndian, uint32(8+body.Len()))
	return append(file.Bytes(), body.Bytes()...)
}

// appendNumbers appends integers of fixed sizes in a byte order.
func appendNumbers(to *bytes.Buffer, order binary.ByteOrder, numbers ...any) {
	for _, number := range numbers {
		if err := binary.Write(to, order, number); err != nil {
			panic(err) // writing numbers of a fixed size cannot fail
		}
	}
}
