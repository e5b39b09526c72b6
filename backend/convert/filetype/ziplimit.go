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

// DefaultMaxInflation is how many bytes a document may hold unpacked, if nobody says
// otherwise.
const DefaultMaxInflation = 2_000_000_000

// The bounds of an archive that nobody needs to set.
const (
	zipEntriesMax = 50_000
	zipNestingMax = 4
	// What is long and shrinks more than this holds hardly anything but the same byte:
	// XML that says much again and again shrinks to a hundredth.
	zipRatioMax  = 400
	zipRatioFrom = 64 << 20
	// deflateRatio is the most that deflate can make of a byte: a match of 258 bytes
	// takes two bits at least (RFC 1951, 3.2.5).
	deflateRatio = 1032
	// zipPeek is how much of a packed part is looked at to see whether it is an
	// archive itself.
	zipPeek = 512
)

// LimitError says that a file is an archive that no document needs to be: it would
// take too much to unpack it, or it is made to deceive.
type LimitError struct {
	// Cause is what is too much, as a whole sentence.
	Cause sentence.Sentence
}

// Error gives the cause in a person's words.
func (e *LimitError) Error() string { return e.Cause.String() }

// Sentence gives the cause.
func (e *LimitError) Sentence() sentence.Sentence { return e.Cause }

// CheckInflation looks whether the size bytes of r, an Office Open XML package, could
// do harm when they are unpacked: to more than limit bytes, by what its directory says
// or in truth, archives within it counted; from too many parts, from parts that share
// their bytes, bear one name twice, shrink beyond belief or are longer than they say;
// from archives in archives in archives. Such a file's error is a [*LimitError], that
// of a broken one a [*DamagedError]; others are r's own, or ctx's.
//
// It keeps nothing but 32 bytes for each part, and unpacks only what could pass the
// limit. What is no archive, such as a package that is encrypted, passes.
func CheckInflation(ctx context.Context, r io.ReaderAt, size, limit int64) error {
	return (&inflation{ctx: ctx, r: r, size: size, limit: limit}).check()
}

// CheckLengths says more of a package that a converter could not read: also what does no
// harm because converters refuse it. It unpacks all parts, and looks whether each is as long
// as the directory and the part's own header say. Its errors are those of [CheckInflation].
func CheckLengths(ctx context.Context, r io.ReaderAt, size, limit int64) error {
	return (&inflation{ctx: ctx, r: r, size: size, limit: limit, lengths: true}).check()
}

// UnpackedSize gives how many bytes a package holds unpacked, by what its directory says,
// and 0 for what is no archive. Its errors are those of [CheckInflation].
func UnpackedSize(r io.ReaderAt, size int64) (int64, error) {
	if archive, err := isArchive(r); !archive || err != nil {
		return 0, err
	}
	c := &inflation{ctx: context.Background(), r: r, size: size, limit: math.MaxInt64}
	err := c.readDirectory()
	return c.declared, c.told(err)
}

// isArchive says whether what begins there may be a ZIP archive.
func isArchive(r io.ReaderAt) (bool, error) {
	var magic [2]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil && err != io.EOF {
		return false, err
	}
	return string(magic[:]) == "PK", nil
}

func (c *inflation) check() error {
	if archive, err := isArchive(c); !archive || err != nil {
		return c.told(err)
	}
	if err := c.readDirectory(); err != nil {
		return c.told(err)
	}
	if err := c.checkPlaces(); err != nil {
		return err
	}
	return c.told(c.unpack())
}

// inflation is an archive that is being checked.
type inflation struct {
	ctx         context.Context
	r           io.ReaderAt
	size, limit int64
	lengths     bool // of all parts are wanted

	seed     maphash.Seed
	names    []uint64
	places   []zipPlace
	declared int64 // bytes, unpacked
	possible int64 // bytes that the parts could have in truth
	unpacked int64 // bytes of archives within it

	stream io.ReadCloser // inflates one part after the other
	failed error         // of r
}

// zipPlace is where a part lies, and how long it says that it is unpacked.
type zipPlace struct{ offset, packed, length int64 }

func (c *inflation) told(err error) error {
	var limit *LimitError
	switch {
	case err == nil || errors.As(err, &limit):
		return err
	case c.ctx.Err() != nil:
		return context.Cause(c.ctx)
	case c.failed != nil:
		return fmt.Errorf("unpacking the file: %w", c.failed)
	}
	return damaged(brokenZIP, err)
}

// ReadAt reads of the file, and keeps an error that is the file's own.
func (c *inflation) ReadAt(p []byte, off int64) (int, error) {
	if c.ctx.Err() != nil {
		return 0, c.ctx.Err()
	}
	n, err := c.r.ReadAt(p, off)
	if err != nil && err != io.EOF {
		c.failed = err
	}
	return n, err
}

// readDirectory notes all parts, and adds up what they say.
func (c *inflation) readDirectory() error {
	dir, err := zipDir(&window{r: c, size: c.size, left: readLimit})
	if err != nil {
		return err
	}
	c.seed = maphash.MakeSeed()
	directory := bufio.NewReaderSize(io.NewSectionReader(c, dir.offset, dir.size), zipDirChunk)
	for {
		e, err := zipNext(directory)
		if err == io.EOF {
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

// add notes a part of the directory.
func (c *inflation) add(e zipEntry) error {
	if len(c.places) == zipEntriesMax {
		return tooManyParts()
	}
	if e.packed < 0 || e.length < 0 || e.offset < 0 || e.packed > c.size || e.offset > c.size {
		return errZip
	}
	if e.method != zipStored && e.method != zipDeflated {
		return &LimitError{sentence.New("packed-otherwise", "The document is packed in a way that Office documents are not.")}
	}
	if c.declared += e.length; c.declared > c.limit || e.length > c.limit {
		return c.tooLong()
	}
	if steep(e.length, e.packed) || steep(c.declared, c.size) {
		return c.unbelievable()
	}
	if e.method == zipStored {
		if e.length != e.packed {
			return c.lies()
		}
		e.packed = -e.packed // stored, as a sign
		c.possible += e.length
	} else {
		c.possible += e.packed * deflateRatio
	}
	c.places = append(c.places, zipPlace{e.offset, e.packed, e.length})
	c.names = append(c.names, maphash.String(c.seed, strings.ToLower(strings.ReplaceAll(e.name, `\`, "/"))))
	return nil
}

func (c *inflation) tooLong() error {
	return &LimitError{sentence.New("unpacks-to-more", "The document unpacks to more than the limit of {limit}.").
		With("limit", bytesize.Sentence(c.limit))}
}

// steep says whether that much has been made of so little that it is a bomb.
func steep(unpacked, packed int64) bool {
	return unpacked > zipRatioFrom && unpacked/zipRatioMax > packed
}

func (c *inflation) unbelievable() error {
	return &LimitError{sentence.New("unpacks-steeply", "The document unpacks to more than {count} times its size, which no document does.").
		With("count", zipRatioMax)}
}

func (c *inflation) lies() error {
	return &LimitError{sentence.New("part-too-long", "The document has a part that is longer than it says.")}
}

func (c *inflation) deep() error {
	return &LimitError{sentence.New("archives-too-deep", "The document has archives in archives, more than {count} deep.").
		With("count", zipNestingMax)}
}

func tooManyParts() error {
	return &LimitError{sentence.New("too-many-parts", "The document has more than {count} parts, which is too many.").
		With("count", zipEntriesMax)}
}

func overlaps() error {
	return &LimitError{sentence.New("parts-overlap", "The document has parts that lie over each other.")}
}

// checkPlaces looks for parts that lie over each other, or bear one name.
func (c *inflation) checkPlaces() error {
	slices.Sort(c.names)
	if len(slices.Compact(c.names)) < len(c.places) {
		return &LimitError{sentence.New("parts-same-name", "The document has two parts of one name.")}
	}
	slices.SortFunc(c.places, func(a, b zipPlace) int { return int(min(max(a.offset-b.offset, -1), 1)) })
	for i, place := range c.places {
		end := c.size
		if i+1 < len(c.places) {
			end = c.places[i+1].offset
		}
		if place.offset+zipLocalSize+abs(place.packed) > end {
			return overlaps()
		}
	}
	return nil
}

func abs(n int64) int64 { return max(n, -n) }

// unpack looks into each part: whether it is an archive, and, where all together
// could pass the limit, whether it is as long as it says.
func (c *inflation) unpack() error {
	var chunk [zipLocalSize]byte
	for i, place := range c.places {
		if _, err := c.ReadAt(chunk[:], place.offset); err != nil {
			return err
		}
		if string(chunk[:4]) != zipLocalMagic {
			return errZip
		}
		le := binary.LittleEndian
		start := place.offset + zipLocalSize + int64(le.Uint16(chunk[26:])) + int64(le.Uint16(chunk[28:]))
		if i+1 < len(c.places) && start+abs(place.packed) > c.places[i+1].offset || start+abs(place.packed) > c.size {
			return overlaps()
		}
		if err := c.unpackPart(start, place); err != nil {
			return err
		}
		if c.lengths && place.contradicts(chunk[:]) {
			return &LimitError{sentence.New("part-two-lengths", "The document has a part that is said to have two different lengths.")}
		}
	}
	return nil
}

func (c *inflation) unpackPart(start int64, place zipPlace) error {
	stored := place.packed <= 0
	packed := io.NewSectionReader(c, start, abs(place.packed))
	isArchive, err := c.startsArchive(packed, stored)
	switch {
	case err != nil:
		return err
	case isArchive:
		if err := c.walkFirst(packed, stored); err != nil {
			return err
		}
	}
	if stored || c.possible <= c.limit && !c.lengths {
		return nil
	}
	if _, err := packed.Seek(0, io.SeekStart); err != nil {
		return err
	}
	n, err := io.Copy(io.Discard, io.LimitReader(c.inflate(packed), place.length+1))
	switch {
	case n > place.length:
		return c.lies()
	case err == nil && n < place.length:
		return errZip
	}
	return err
}

// contradicts says whether a part's own header has other lengths than the directory.
// Those that come behind the part, or do not fit into the header, are not in it.
func (p zipPlace) contradicts(header []byte) bool {
	le := binary.LittleEndian
	packed, length := int64(le.Uint32(header[18:])), int64(le.Uint32(header[22:]))
	if le.Uint16(header[6:])&zipDescribed != 0 || packed == 1<<32-1 || length == 1<<32-1 {
		return false
	}
	return packed != abs(p.packed) || length != p.length
}

const scanSize = 32 << 10

// inflate gives a part unpacked. There is one at a time.
func (c *inflation) inflate(packed io.Reader) io.Reader {
	if c.stream == nil {
		c.stream = flate.NewReader(packed)
		return c.stream
	}
	// What flate gives can always be reset, and that never fails.
	_ = c.stream.(flate.Resetter).Reset(packed, nil)
	return c.stream
}

// startsArchive says whether a part is an archive. Of a packed one its first bytes are
// enough, unless they are made to unpack to nothing.
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
	return n == len(head) && string(head[:]) == zipLocalMagic, c.failed
}
