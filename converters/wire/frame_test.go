package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"testing"
	"testing/iotest"
)

func TestFrameRoundTrip(t *testing.T) {
	requests := []PDFRequest{
		{ID: 1, Op: PDFOpen},
		{ID: 1<<64 - 1, Op: PDFImage, Page: 10_000, Scale: 1.5},
	}
	payloads := [][]byte{{}, bytes.Repeat([]byte{0, 0xFF}, trustedSize)}
	var stream bytes.Buffer
	for i, request := range requests {
		if err := WriteFrame(&stream, request, payloads[i]); err != nil {
			t.Fatal(err)
		}
	}
	slow := iotest.OneByteReader(&stream)
	for i, want := range requests {
		var got PDFRequest
		payload, err := ReadFrame(slow, &got)
		if err != nil {
			t.Fatal(err)
		}
		if got != want || !bytes.Equal(payload, payloads[i]) {
			t.Errorf("frame %d: got %+v and %d bytes, want %+v and %d", i, got, len(payload), want, len(payloads[i]))
		}
	}
	if _, err := ReadFrame(slow, new(PDFRequest)); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v, want io.EOF", err)
	}
}

// prefix returns the beginning of a frame that declares these lengths.
func prefix(header, payload uint32) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, header), payload)
}

func TestReadFrameRefuses(t *testing.T) {
	tests := map[string]struct {
		stream []byte
		want   error // nil stands for any error
	}{
		"a cut prefix":             {[]byte{0, 0, 0}, io.ErrUnexpectedEOF},
		"a cut header":             {append(prefix(10, 0), `{"id"`...), io.ErrUnexpectedEOF},
		"no header":                {prefix(10, 0), io.ErrUnexpectedEOF},
		"a cut payload":            {append(prefix(2, 5), `{}abc`...), io.ErrUnexpectedEOF},
		"a long claim, cut":        {append(prefix(2, MaxPayload), `{}abc`...), io.ErrUnexpectedEOF},
		"a header past its bound":  {prefix(MaxHeader+1, 0), ErrFrameTooLarge},
		"a payload past its bound": {prefix(2, MaxPayload+1), ErrFrameTooLarge},
		"a header that is no JSON": {append(prefix(2, 0), `{]`...), nil},
		"an empty header":          {prefix(0, 0), nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := ReadFrame(bytes.NewReader(test.stream), new(PDFAnswer))
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestWriteFrameRejectsTooLongFrames(t *testing.T) {
	var stream bytes.Buffer
	long := PDFAnswer{Detail: string(make([]byte, MaxHeader))}
	if err := WriteFrame(&stream, long, nil); !errors.Is(err, ErrFrameTooLarge) {
		t.Errorf("got %v, want ErrFrameTooLarge", err)
	}
	if stream.Len() > 0 {
		t.Errorf("%d bytes were written all the same", stream.Len())
	}
}

func FuzzReadFrame(f *testing.F) {
	var good bytes.Buffer
	if err := WriteFrame(&good, PDFAnswer{ID: 7, Fault: PDFDamaged, Detail: "x"}, []byte("payload")); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes())
	f.Add(prefix(MaxHeader, MaxPayload))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, stream []byte) {
		var answer PDFAnswer
		payload, err := ReadFrame(bytes.NewReader(stream), &answer)
		if err != nil {
			return
		}
		if len(payload) > len(stream) {
			t.Fatalf("a payload of %d bytes out of %d", len(payload), len(stream))
		}
		var again bytes.Buffer
		if err := WriteFrame(&again, answer, payload); err != nil {
			t.Fatal(err)
		}
		var second PDFAnswer
		twice, err := ReadFrame(&again, &second)
		if err != nil || !bytes.Equal(payload, twice) || !reflect.DeepEqual(answer, second) {
			t.Fatalf("%+v came back as %+v, %v", answer, second, err)
		}
	})
}
