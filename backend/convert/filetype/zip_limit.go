package filetype

import (
	"bufio"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math"
	"slices"
	"strings"

	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// DefaultMaxInflation is the default limit of the uncompressed size of a document, in bytes.
const DefaultMaxInflation = 2_000_000_000

// Fixed limits of an archive.
const (
	zipEntriesMax = 50_000
	zipNestingMax = 4
	// zipRatioMax is the maximum compression ratio of a part with more than zipRatioFrom uncompressed bytes. Even very
	// repetitive XML has a ratio of about 100.
	zipRatioMax  = 400
	zipRatioFrom = 64 << 20
	// deflateRatio is the maximum compression ratio of deflate: a match of 258 bytes needs at least two bits (RFC 1951,
	// 3.2.5).
	deflateRatio = 1032
	// zipPeek is the number of compressed bytes of a part that are read to check whether the part is an archive itself.
	zipPeek = 512
)

// LimitError is the error of an archive that needs too much space or time to decompress, or whose structure is
// deceptive.
type LimitError struct {
	// Cause describes the exceeded limit as a complete sentence.
	Cause sentence.Sentence
}

// Error returns the cause in English.
func (e *LimitError) Error() string { return e.Cause.String() }

// Sentence returns the cause, which can be translated.
func (e *LimitError) Sentence() sentence.Sentence { return e.Cause }

// CheckInflation checks whether decompressing r, an Office Open XML package of size bytes, could do harm. It rejects a
// package if
//
//   - its uncompressed size, declared or actual, including archives inside it, exceeds limit bytes,
//   - it has too many parts, or parts that share bytes or a name,
//   - a part has an implausible compression ratio, or is longer than declared, or
//   - archives inside it are nested more than zipNestingMax levels deep.
//
// The error is a [*LimitError] for such a package and a [*DamagedError] for a broken one; other errors come from
// reading r or from ctx. It keeps only 32 bytes per part in memory and decompresses only parts that could exceed the
// limit. A file that is no archive, such as an encrypted package, passes.
func CheckInflation(ctx context.Context, r io.ReaderAt, size, limit int64) error {
	return (&inflation{ctx: ctx, r: r, size: size, limit: limit}).check()
}

// CheckLengths is a stricter [CheckInflation] for a package that a converter could not read. It also finds faults that
// do no harm because converters reject them: it decompresses all parts, and checks that each part is as long as
// declared in the directory and in its own header.
func CheckLengths(ctx context.Context, r io.ReaderAt, size, limit int64) error {
	return (&inflation{ctx: ctx, r: r, size: size, limit: limit, checksLengths: true}).check()
}

// UnpackedSize returns the uncompressed size of a package as declared in its directory, or 0 for a file that is no
// archive. It returns the same kinds of errors as [CheckInflation].
func UnpackedSize(r io.ReaderAt, size int64) (int64, error) {
	if archive, err := isArchive(r); !archive || err != nil {
		return 0, err
	}
	c := &inflation{ctx: context.Background(), r: r, size: size, limit: math.MaxInt64}
	err := c.readDirectory()
	return c.declaredSize, c.wrap(err)
}

// isArchive reports whether r may be a ZIP archive.
func isArchive(r io.ReaderAt) (bool, error) {
	var magic [2]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil && err != io.EOF {
		return false, err
	}
	return string(magic[:]) == "PK", nil
}

func (c *inflation) check() error {
	if archive, err := isArchive(c); !archive || err != nil {
		return c.wrap(err)
	}
	if err := c.readDirectory(); err != nil {
		return c.wrap(err)
	}
	if err := c.checkParts(); err != nil {
		return err
	}
	return c.wrap(c.unpack())
}

// inflation is the state of checking one archive.
type inflation struct {
	ctx           context.Context
	r             io.ReaderAt
	size, limit   int64
	checksLengths bool // also check the lengths of all parts, see CheckLengths

	seed         maphash.Seed
	names        []uint64
	parts        []zipPart
	declaredSize int64 // total uncompressed size as declared in the directory
	possibleSize int64 // largest possible uncompressed size
	nestedSize   int64 // uncompressed size of archives inside this archive

	stream  io.ReadCloser // decompresses one part after another
	readErr error         // an error of r
}

// zipPart is the position of a part and its declared uncompressed size.
type zipPart struct{ offset, packed, length int64 }

func (c *inflation) wrap(err error) error {
	var limit *LimitError
	switch {
	case err == nil || errors.As(err, &limit):
		return err
	case c.ctx.Err() != nil:
		return context.Cause(c.ctx)
	case c.readErr != nil:
		return fmt.Errorf("unpacking the file: %w", c.readErr)
	}
	return damaged(brokenZIP, err)
}

// ReadAt implements [io.ReaderAt] and records errors of the file itself.
func (c *inflation) ReadAt(p []byte, off int64) (int, error) {
	if c.ctx.Err() != nil {
		return 0, c.ctx.Err()
	}
	n, err := c.r.ReadAt(p, off)
	if err != nil && err != io.EOF {
		c.readErr = err
	}
	return n, err
}

// readDirectory records all parts and adds up their declared sizes.
func (c *inflation) readDirectory() error {
	dir, err := zipDir(&limitedReader{r: c, size: c.size, remaining: readLimit})
	if err != nil {
		return err
	}
	c.seed = maphash.MakeSeed()
	directory := bufio.NewReaderSize(io.NewSectionReader(c, dir.offset, dir.size), zipDirChunk)
	for {
		e, err := zipNext(directory)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		e.offset += dir.base
		if err := c.add(e); err != nil {
			return err
		}
	}
}

// add records a part of the directory.
func (c *inflation) add(e zipEntry) error {
	if len(c.parts) == zipEntriesMax {
		return partsError()
	}
	if e.packed < 0 || e.length < 0 || e.offset < 0 || e.packed > c.size || e.offset > c.size {
		return errZip
	}
	if e.method != zipStored && e.method != zipDeflated {
		return &LimitError{sentence.New("packed-otherwise", "The document is compressed in a way that Office documents do not "+
			"use.")}
	}
	if c.declaredSize += e.length; c.declaredSize > c.limit || e.length > c.limit {
		return c.tooLongError()
	}
	if isBombRatio(e.length, e.packed) || isBombRatio(c.declaredSize, c.size) {
		return c.ratioError()
	}
	if e.method == zipStored {
		if e.length != e.packed {
			return c.lengthError()
		}
		e.packed = -e.packed // a negative size marks a stored part
		c.possibleSize += e.length
	} else {
		c.possibleSize += e.packed * deflateRatio
	}
	c.parts = append(c.parts, zipPart{e.offset, e.packed, e.length})
	c.names = append(c.names, maphash.String(c.seed, strings.ToLower(strings.ReplaceAll(e.name, `\`, "/"))))
	return nil
}

func (c *inflation) tooLongError() error {
	return &LimitError{sentence.New("unpacks-to-more", "The unpacked document is larger than the limit of {limit}.").
		With("limit", bytesize.Sentence(c.limit))}
}

// isBombRatio reports whether the compression ratio of a part is so high that the part must be a ZIP bomb.
func isBombRatio(unpacked, packed int64) bool {
	return unpacked > zipRatioFrom && unpacked/zipRatioMax > packed
}

func (c *inflation) ratioError() error {
	return &LimitError{sentence.New("unpacks-steeply", "The document unpacks to more than {count} times its size, which real "+
		"documents do not.").
		With("count", zipRatioMax)}
}

func (c *inflation) lengthError() error {
	return &LimitError{sentence.New("part-too-long", "The document has a part that is longer than declared.")}
}

func (c *inflation) depthError() error {
	return &LimitError{sentence.New("archives-too-deep", "The document has archives nested in archives more than {count} levels "+
		"deep.").
		With("count", zipNestingMax)}
}

func partsError() error {
	return &LimitError{sentence.New("too-many-parts", "The document has more than {count} parts, which is the limit.").
		With("count", zipEntriesMax)}
}

func overlapError() error {
	return &LimitError{sentence.New("parts-overlap", "The document has overlapping parts.")}
}

// checkParts checks that no parts overlap or share a name.
func (c *inflation) checkParts() error {
	slices.Sort(c.names)
	if len(slices.Compact(c.names)) < len(c.parts) {
		return &LimitError{sentence.New("parts-same-name", "The document has two parts with the same name.")}
	}
	slices.SortFunc(c.parts, func(a, b zipPart) int { return int(min(max(a.offset-b.offset, -1), 1)) })
	for i, place := range c.parts {
		end := c.size
		if i+1 < len(c.parts) {
			end = c.parts[i+1].offset
		}
		if place.offset+zipLocalSize+abs(place.packed) > end {
			return overlapError()
		}
	}
	return nil
}

func abs(n int64) int64 { return max(n, -n) }

// unpack checks for each part whether it is an archive. If all parts together could exceed the limit, or if
// checksLengths is set, it also checks whether each part is as long as declared.
func (c *inflation) unpack() error {
	var chunk [zipLocalSize]byte
	for i, place := range c.parts {
		if _, err := c.ReadAt(chunk[:], place.offset); err != nil {
			return err
		}
		if string(chunk[:4]) != zipLocalMagic {
			return errZip
		}
		le := binary.LittleEndian
		start := place.offset + zipLocalSize + int64(le.Uint16(chunk[26:])) + int64(le.Uint16(chunk[28:]))
		if i+1 < len(c.parts) && start+abs(place.packed) > c.parts[i+1].offset || start+abs(place.packed) > c.size {
			return overlapError()
		}
		if err := c.unpackPart(start, place); err != nil {
			return err
		}
		if c.checksLengths && place.contradicts(chunk[:]) {
			return &LimitError{sentence.New("part-two-lengths", "The document has a part with two different declared lengths.")}
		}
	}
	return nil
}

func (c *inflation) unpackPart(start int64, part zipPart) error {
	stored := part.packed <= 0
	packed := io.NewSectionReader(c, start, abs(part.packed))
	isArchive, err := c.startsArchive(packed, stored)
	switch {
	case err != nil:
		return err
	case isArchive:
		if err := c.walkFirst(packed, stored); err != nil {
			return err
		}
	}
	if stored || c.possibleSize <= c.limit && !c.checksLengths {
		return nil
	}
	if _, err := packed.Seek(0, io.SeekStart); err != nil {
		return err
	}
	n, err := io.Copy(io.Discard, io.LimitReader(c.inflate(packed), part.length+1))
	switch {
	case n > part.length:
		return c.lengthError()
	case err == nil && n < part.length:
		return errZip
	}
	return err
}

// contradicts reports whether a part's own header declares other lengths than the directory. It returns false if the
// header omits the lengths because they follow the part or need more than 32 bits.
func (p zipPart) contradicts(header []byte) bool {
	le := binary.LittleEndian
	packed, length := int64(le.Uint32(header[18:])), int64(le.Uint32(header[22:]))
	if le.Uint16(header[6:])&zipDescribed != 0 || packed == 1<<32-1 || length == 1<<32-1 {
		return false
	}
	return packed != abs(p.packed) || length != p.length
}

const scanSize = 32 << 10

// inflate returns a reader that decompresses a part. The reader must not be used after the next call of inflate.
func (c *inflation) inflate(packed io.Reader) io.Reader {
	if c.stream == nil {
		c.stream = flate.NewReader(packed)
		return c.stream
	}
	// Readers of package flate implement Resetter, and Reset never fails.
	_ = c.stream.(flate.Resetter).Reset(packed, nil)
	return c.stream
}

// startsArchive reports whether a part is an archive. It decompresses the first zipPeek bytes of the part. If their
// uncompressed data is shorter than a magic number, which an attacker can arrange, it decompresses more.
func (c *inflation) startsArchive(packed *io.SectionReader, stored bool) (bool, error) {
	var head [4]byte
	first := io.Reader(packed)
	if !stored {
		first = c.inflate(io.NewSectionReader(packed, 0, zipPeek))
	}
	n, _ := io.ReadFull(first, head[:])
	if n < len(head) && !stored && packed.Size() > zipPeek {
		n, _ = io.ReadFull(c.inflate(io.NewSectionReader(packed, 0, packed.Size())), head[:])
	}
	if _, err := packed.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	return n == len(head) && string(head[:]) == zipLocalMagic, c.readErr
}
