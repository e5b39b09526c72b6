// Package coding decodes the bodies of requests that are sent compressed.
package coding

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"lectern/backend/internal/fault"
)

// Accepted lists the content codings that [Decode] decodes, as the header Accept-Encoding has them.
const Accepted = "gzip, deflate"

// Decode replaces the body of a request whose Content-Encoding is gzip or deflate by what it decodes to, which is
// read as a stream: limits that are set for the body hold for the decoded bytes. A body that cannot be decoded
// fails with a fault of kind Malformed when it is read. Where the coding
// is another one, or there are several, Decode returns a fault of kind Unsupported.
func Decode(r *http.Request) error {
	codings := list(r.Header)
	if len(codings) == 0 || r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	var open func(*bufio.Reader) (io.Reader, error)
	switch name := codings[0]; {
	case len(codings) > 1:
		return fault.New(fault.Unsupported, "The body is encoded %d times (Content-Encoding: %s): encode it once, with gzip or deflate, "+
			"or not at all.",
			len(codings), shorten(strings.Join(codings, ", "))).Coded(fault.EncodingUnknown)
	case name == "gzip" || name == "x-gzip":
		open = openGzip
	case name == "deflate":
		open = openDeflate
	default:
		return fault.New(fault.Unsupported, "The body is encoded as %q, which is not known: send it with gzip or deflate, or as it is.",
			shorten(name)).Coded(fault.EncodingUnknown)
	}
	r.Body = newBody(r.Body, open, codings[0])
	r.ContentLength = -1
	r.Header.Del("Content-Encoding")
	r.Header.Del("Content-Length")
	return nil
}

// list returns the codings that a body has, in lower case, without identity, which is none.
func list(h http.Header) []string {
	var codings []string
	for name := range strings.SplitSeq(strings.Join(h.Values("Content-Encoding"), ","), ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "" && name != "identity" {
			codings = append(codings, name)
		}
	}
	return codings
}

// shorten bounds what a request says before it is said again.
func shorten(text string) string { return text[:min(len(text), 100)] }

// gzipMagic begins each member of gzip.
const gzipMagic = "\x1f\x8b"

// openGzip decodes one member of gzip; [body.follow] goes on with the next.
func openGzip(in *bufio.Reader) (io.Reader, error) {
	if head, _ := in.Peek(len(gzipMagic)); !strings.HasPrefix(gzipMagic, string(head)) {
		return nil, gzip.ErrHeader // however short it is
	}
	r, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	r.Multistream(false)
	return r, nil
}

// openDeflate decodes what HTTP calls deflate: the format of zlib, or, from some senders, the bare compressed data.
func openDeflate(in *bufio.Reader) (io.Reader, error) {
	head, err := in.Peek(2)
	if err != nil {
		return nil, err
	}
	const method = 8 // deflate, in the low bits of the first byte
	if head[0]&0x0f == method && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
		return zlib.NewReader(in)
	}
	return flate.NewReader(in), nil
}

// most is how many encoded bytes may follow each other that decode to nothing. A decoder holds back up to 32 KB, which
// a sender that flushes every byte encodes in some 300 KB.
const most = 1 << 20

var errEmpty = errors.New("too many bytes that decode to nothing")

// body is a body that is decoded while it is read.
type body struct {
	encoded io.ReadCloser
	idle    int // encoded bytes since the last decoded one
	in      *bufio.Reader
	open    func(*bufio.Reader) (io.Reader, error)
	out     io.Reader // nil until the first read
	coding  string
	failed  error // that of an earlier read
}

func newBody(encoded io.ReadCloser, open func(*bufio.Reader) (io.Reader, error), coding string) *body {
	b := &body{encoded: encoded, open: open, coding: coding}
	b.in = bufio.NewReader(source{b})
	return b
}

// source reads the encoded bytes of a body, for its decoder. It fails where too many decode to nothing.
type source struct{ *body }

func (s source) Read(p []byte) (int, error) {
	if s.idle > most {
		return 0, errEmpty
	}
	n, err := s.encoded.Read(p)
	s.idle += n
	return n, err
}

// Close implements [io.Closer].
func (b *body) Close() error { return b.encoded.Close() }

// EndBy limits how long the whole body may take, where the connection can do so.
func (b *body) EndBy(end time.Time) {
	if encoded, ok := b.encoded.(interface{ EndBy(time.Time) }); ok {
		encoded.EndBy(end)
	}
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	if b.out == nil {
		if b.failed = b.begin(); b.failed != nil {
			return 0, b.failed
		}
	}
	n, err := b.out.Read(p)
	if n > 0 {
		b.idle = 0
	}
	if errors.Is(err, io.EOF) {
		err = b.follow()
	}
	b.failed = b.explain(err)
	return n, b.failed
}

// errTrailing says that something follows the encoded data.
var errTrailing = errors.New("bytes follow the encoded data")

// follow begins the next member of gzip where the data of one has ended. It returns [io.EOF] at the end of the body, and
// errTrailing where anything else follows.
func (b *body) follow() error {
	head, err := b.in.Peek(len(gzipMagic))
	if len(head) == 0 {
		return err
	}
	member, ok := b.out.(*gzip.Reader)
	if !ok || string(head) != gzipMagic {
		return errTrailing
	}
	if err := member.Reset(b.in); err != nil {
		return cutOff(err)
	}
	member.Multistream(false)
	return nil
}

// cutOff returns the error of a decoder that found the end of the body where more is to come.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// begin opens the decoder. An empty body is none, whatever its coding.
func (b *body) begin() (err error) {
	if _, err := b.in.Peek(1); err != nil {
		return err
	}
	b.out, err = b.open(b.in)
	return b.explain(cutOff(err))
}

// explain words an error of the decoder as the caller's mistake. Other errors are those of the connection.
func (b *body) explain(err error) error {
	if errors.Is(err, errTrailing) {
		return fault.New(fault.Malformed, "The body cannot be decoded: more bytes follow the whole %s data. Send that alone.", b.coding)
	}
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	for _, known := range []error{errEmpty, gzip.ErrHeader, gzip.ErrChecksum, zlib.ErrHeader, zlib.ErrChecksum, zlib.ErrDictionary} {
		corrupt = corrupt || errors.Is(err, known)
	}
	if !corrupt {
		return err
	}
	return fault.New(fault.Malformed, "The body cannot be decoded: it is not the %s that its Content-Encoding says.", b.coding)
}
