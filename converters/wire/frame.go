// Package wire holds the messages between the server and its converter
// processes: the one place that both ends import, with nothing but encoding in
// it.
//
// # Frames
//
// PDF processes speak in frames over a stream, each a header and a payload:
//
//	4 bytes  length of the header, big endian
//	4 bytes  length of the payload, big endian
//	header   JSON
//	payload  any bytes: an SVG page, a PNG
//
// Both lengths are bounded, because a converter that a document has taken over
// may write anything.
package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The bounds of a frame in bytes.
const (
	MaxHeader  = 64 << 10
	MaxPayload = 256 << 20
)

// ErrFrameTooLarge is the error for a frame past [MaxHeader] or [MaxPayload].
var ErrFrameTooLarge = errors.New("frame too large")

const prefixSize = 8

// WriteFrame writes one frame with header as JSON, in as few writes as it can.
func WriteFrame(w io.Writer, header any, payload []byte) error {
	head, err := json.Marshal(header)
	if err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	if len(head) > MaxHeader || len(payload) > MaxPayload {
		return fmt.Errorf("write frame of %d and %d bytes: %w", len(head), len(payload), ErrFrameTooLarge)
	}
	start := make([]byte, prefixSize, prefixSize+len(head))
	binary.BigEndian.PutUint32(start, uint32(len(head)))
	binary.BigEndian.PutUint32(start[4:], uint32(len(payload)))
	if _, err := w.Write(append(start, head...)); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	if len(payload) == 0 {
		return nil
	}
	if _, err := w.Write(payload); err != nil {
		return fmt.Errorf("write frame: %w", err)
	}
	return nil
}

// ReadFrame reads one frame, decodes its header into header and returns its
// payload. At the end of the stream it returns io.EOF, within a frame
// io.ErrUnexpectedEOF. It takes memory as bytes come, not as the prefix claims.
func ReadFrame(r io.Reader, header any) (payload []byte, err error) {
	var prefix [prefixSize]byte
	if _, err := io.ReadFull(r, prefix[:]); err != nil {
		return nil, err
	}
	headSize := binary.BigEndian.Uint32(prefix[:])
	paySize := binary.BigEndian.Uint32(prefix[4:])
	if headSize > MaxHeader || paySize > MaxPayload {
		return nil, fmt.Errorf("read frame of %d and %d bytes: %w", headSize, paySize, ErrFrameTooLarge)
	}
	head, err := readBytes(r, int(headSize))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(head, header); err != nil {
		return nil, fmt.Errorf("read frame: header: %w", err)
	}
	return readBytes(r, int(paySize))
}

// Up to this size memory is taken at once.
const trustedSize = 1 << 20

func readBytes(r io.Reader, size int) ([]byte, error) {
	if size <= trustedSize {
		data := make([]byte, size)
		if _, err := io.ReadFull(r, data); err != nil {
			return nil, midFrame(err)
		}
		return data, nil
	}
	var data bytes.Buffer
	data.Grow(trustedSize)
	if _, err := io.CopyN(&data, r, int64(size)); err != nil {
		return nil, midFrame(err)
	}
	return data.Bytes(), nil
}

func midFrame(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
