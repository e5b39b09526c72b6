package filetype

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// pptRecord returns a record of a presentation with the given content.
func pptRecord(instance, kind uint16, content ...[]byte) []byte {
	inside := bytes.Join(content, nil)
	b := binary.LittleEndian.AppendUint16(nil, instance<<4|0xF)
	b = binary.LittleEndian.AppendUint16(b, kind)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(inside)))
	return append(b, inside...)
}

func TestPresentationsWithoutSlides(t *testing.T) {
	slide := pptRecord(0, pptSlidePersist, make([]byte, 20))
	list := func(instance uint16, content ...[]byte) []byte { return pptRecord(instance, pptSlideList, content...) }
	tests := []struct {
		name   string
		stream []byte
		empty  bool
	}{
		{"no list of slides", pptRecord(0, pptDocument), true},
		{"an empty list", pptRecord(0, pptDocument, list(0)), true},
		{"a master only", pptRecord(0, pptDocument, list(1, slide)), true},
		{"a slide", pptRecord(0, pptDocument, list(1, slide), list(0, slide)), false},
		{"a slide in a later save", append(pptRecord(0, pptDocument), pptRecord(0, pptDocument, list(0, slide))...), false},
		{"no document", pptRecord(0, 0x0FA0), false},
		{"cut off", pptRecord(0, pptDocument, list(0))[:12], false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			// Pad the stream with an unknown record, so that the stream is too long for the mini stream.
			whole := append(test.stream, pptRecord(0, 0x1234, make([]byte, 8<<10))...)
			if test.name == "cut off" {
				whole = test.stream
			}
			content := compound(stream{"PowerPoint Document", whole})
			kind, err := Detect(bytes.NewReader(content), int64(len(content)), "add-in.ppa")
			_, empty := errors.AsType[*EmptyError](err)
			if empty != test.empty || (!empty && kind != Ppa) {
				t.Errorf("it is %q, %v", kind, err)
			}
		})
	}
}

func TestTheSamplePresentationHasSlides(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "samples", "testdata", "sample.ppa"))
	if err != nil {
		t.Fatal(err)
	}
	if kind, err := Detect(bytes.NewReader(content), int64(len(content)), "sample.ppa"); kind != Ppa || err != nil {
		t.Errorf("it is %q, %v", kind, err)
	}
}
