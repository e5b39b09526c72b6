package filetype

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
)

// zipDescribed is the flag of a part whose lengths follow its data (APPNOTE.TXT, 4.4.4).
const zipDescribed = 1 << 3

// walk reads an archive inside the document from one local header to the next, and walks the archives inside it as
// well. It cannot read the directory at the end of the archive, because the archive is only available as a stream. If
// the rest of an archive cannot be parsed, walk returns nil. That does no harm, because all bytes decompressed from the
// stream are counted anyway.
func (c *inflation) walk(r *bufio.Reader, depth int) error {
	if depth > zipNestingMax {
		return c.depthError()
	}
	for parts := 0; ; parts++ {
		if parts > zipEntriesMax {
			return partsError()
		}
		if more, err := c.walkPart(r, depth); err != nil || !more {
			return err
		}
	}
}

// walkFirst walks an archive that is a part of the document.
func (c *inflation) walkFirst(part io.Reader, stored bool) error {
	if !stored {
		part = flate.NewReader(part)
	}
	counted := &counter{c: c, r: part}
	if err := c.walk(bufio.NewReaderSize(counted, scanSize), 1); err != nil {
		return err
	}
	return counted.err
}

// walkPart reads one part of an archive inside the document.
func (c *inflation) walkPart(r *bufio.Reader, depth int) (more bool, err error) {
	var header [zipLocalSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil || string(header[:4]) != zipLocalMagic {
		return false, c.ctx.Err()
	}
	le := binary.LittleEndian
	flags, method, packed := le.Uint16(header[6:]), le.Uint16(header[8:]), int64(le.Uint32(header[18:]))
	if _, err := r.Discard(int(le.Uint16(header[26:])) + int(le.Uint16(header[28:]))); err != nil {
		return false, c.ctx.Err()
	}
	described := flags&zipDescribed != 0
	switch {
	case method == zipStored && !described:
		stored := io.LimitReader(r, packed)
		err = c.walkInto(stored, depth)
		return err == nil, err
	case method != zipDeflated:
		return false, nil
	}
	// flate reads byte by byte, so it does not consume the data after the part.
	if err := c.walkInto(flate.NewReader(r), depth); err != nil {
		return false, err
	}
	if described {
		skipDescriptor(r)
	}
	return true, nil
}

// walkInto reads a part to its end, counts its bytes, and walks it if it is an archive.
func (c *inflation) walkInto(part io.Reader, depth int) error {
	counted := &counter{c: c, r: part}
	buffered := bufio.NewReaderSize(counted, scanSize)
	if head, _ := buffered.Peek(4); string(head) == zipLocalMagic {
		if err := c.walk(buffered, depth+1); err != nil {
			return err
		}
	}
	_, _ = io.Copy(io.Discard, buffered) // an error means that the part is broken, and ends it
	return errors.Join(counted.err, c.ctx.Err())
}

// skipDescriptor skips the lengths after a part. Their format can only be recognized by the bytes that follow them
// (APPNOTE.TXT, 4.3.9).
func skipDescriptor(r *bufio.Reader) {
	head, _ := r.Peek(28)
	for _, size := range []int{16, 12, 24, 20} {
		if len(head) >= size+4 && bytes.HasPrefix(head[size:], []byte("PK")) {
			_, _ = r.Discard(size) // never fails, because Peek has buffered these bytes
			return
		}
	}
}

// counter counts the bytes that are decompressed from archives inside the document. It ends the stream when the bytes
// exceed the limit.
type counter struct {
	c   *inflation
	r   io.Reader
	err error
}

func (n *counter) Read(p []byte) (int, error) {
	got, err := n.r.Read(p)
	n.c.nestedSize += int64(got)
	switch {
	case n.c.nestedSize > n.c.limit-n.c.declaredSize:
		n.err = n.c.tooLongError()
	case isBombRatio(n.c.nestedSize, n.c.size):
		n.err = n.c.ratioError()
	}
	if n.err != nil {
		return 0, n.err
	}
	return got, err
}
