// Package wire defines the messages between the server and its converter processes. Both import it; it only encodes and
// decodes.
//
// # Frames
//
// Messages of PDF processes are frames on a stream, each with a header and a payload:
//
//	4 bytes  length of the header, big endian
//	4 bytes  length of the payload, big endian
//	header   JSON
//	payload  any bytes: an SVG page, a PNG
//
// Both lengths are limited, because a converter that is controlled by a malicious document may write anything.
package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Limits of a frame in bytes.
const (
	MaxHeader  = 64 << 10
	MaxPayload = 256 << 20
)

// ErrFrameTooLarge is the error of a frame that exceeds [MaxHeader] or [MaxPayload].
var ErrFrameTooLarge = errors.New("frame too large")

const prefixSize = 8

// WriteFrame writes a frame with one write, or with two if payload is not empty. The header is encoded as JSON. If the
// header or the payload is too large, WriteFrame writes nothing and returns [ErrFrameTooLarge].
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

// ReadFrame reads a frame and returns its payload. It decodes the header of the frame and stores it in the value to
// which the parameter header points. It returns io.EOF at the end of the stream, and io.ErrUnexpectedEOF within a
// frame. It allocates memory as bytes arrive, regardless of the declared length.
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

// trustedSize is the number of bytes up to which memory is allocated before the bytes arrive.
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
