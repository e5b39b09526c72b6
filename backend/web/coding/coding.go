// Package coding decodes compressed request bodies.
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

	"lectern/backend/internal/connection"
	"lectern/backend/internal/fault"
)

// Accepted lists the content codings that [Decode] decodes, in the form of the header Accept-Encoding.
const Accepted = "gzip, deflate"

// Decode replaces the body of a request whose Content-Encoding is gzip or deflate by the decoded body. The body is
// decoded while it is read, so size limits of the body apply to the decoded bytes. Reading a body that cannot be
// decoded fails with a fault of kind Malformed. If the request has another coding, or several codings, Decode returns a
// fault of kind Unsupported.
func Decode(r *http.Request) error {
	codings := codingsOf(r.Header)
	if len(codings) == 0 || r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	var open func(*bufio.Reader) (io.Reader, error)
	switch name := codings[0]; {
	case len(codings) > 1:
		return fault.New(fault.Unsupported, "The body is encoded %d times (Content-Encoding: %s). Encode it once with gzip or "+
			"deflate, or not at all.",
			len(codings), shorten(strings.Join(codings, ", "))).WithCode(fault.EncodingUnknown)
	case name == "gzip" || name == "x-gzip":
		open = openGzip
	case name == "deflate":
		open = openDeflate
	default:
		return fault.New(fault.Unsupported, "The encoding %q of the body is not supported. Send the body with gzip or deflate, "+
			"or without encoding.",
			shorten(name)).WithCode(fault.EncodingUnknown)
	}
	r.Body = newBody(r.Body, open, codings[0])
	r.ContentLength = -1
	r.Header.Del("Content-Encoding")
	r.Header.Del("Content-Length")
	return nil
}

// codingsOf returns the codings of a body, in lower case. It omits identity.
func codingsOf(h http.Header) []string {
	var codings []string
	for name := range strings.SplitSeq(strings.Join(h.Values("Content-Encoding"), ","), ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "" && name != "identity" {
			codings = append(codings, name)
		}
	}
	return codings
}

// shorten limits the length of a text from a request that is repeated in an error message.
func shorten(text string) string { return text[:min(len(text), 100)] }

// gzipMagic is the beginning of each gzip member.
const gzipMagic = "\x1f\x8b"

// openGzip returns a decoder for one gzip member; [body.openNextMember] opens the next member.
func openGzip(in *bufio.Reader) (io.Reader, error) {
	if head, _ := in.Peek(len(gzipMagic)); !strings.HasPrefix(gzipMagic, string(head)) {
		return nil, gzip.ErrHeader // also for a beginning that is shorter than a gzip header
	}
	r, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	r.Multistream(false)
	return r, nil
}

// openDeflate returns a decoder for the HTTP coding deflate: the zlib format or, from some clients, bare compressed
// data.
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

// maxIdle is the maximum number of consecutive encoded bytes that may decode to nothing. Valid data needs less: a
// decoder buffers up to 32 KB before it returns decoded bytes, and a client that flushes after every byte sends about
// 300 KB for these 32 KB.
const maxIdle = 1 << 20

var errEmpty = errors.New("too many bytes that decode to nothing")

// body is a request body that is decoded while it is read.
type body struct {
	encoded io.ReadCloser
	idle    int // encoded bytes since the last decoded one
	in      *bufio.Reader
	open    func(*bufio.Reader) (io.Reader, error)
	out     io.Reader // nil until the first read
	coding  string
	err     error // the error of an earlier read
}

func newBody(encoded io.ReadCloser, open func(*bufio.Reader) (io.Reader, error), coding string) *body {
	b := &body{encoded: encoded, open: open, coding: coding}
	b.in = bufio.NewReader(source{b})
	return b
}

// source reads the encoded bytes of a body for its decoder. It fails if more than [maxIdle] consecutive bytes decode to
// nothing.
type source struct{ *body }

func (s source) Read(p []byte) (int, error) {
	if s.idle > maxIdle {
		return 0, errEmpty
	}
	n, err := s.encoded.Read(p)
	s.idle += n
	return n, err
}

// Close implements [io.Closer].
func (b *body) Close() error { return b.encoded.Close() }

var _ connection.DeadlineBody = (*body)(nil)

// SetBodyDeadline sets a deadline for reading the body, if the connection supports one.
func (b *body) SetBodyDeadline(deadline time.Time) {
	if encoded, ok := b.encoded.(connection.DeadlineBody); ok {
		encoded.SetBodyDeadline(deadline)
	}
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.out == nil {
		if b.err = b.openDecoder(); b.err != nil {
			return 0, b.err
		}
	}
	n, err := b.out.Read(p)
	if n > 0 {
		b.idle = 0
	}
	if errors.Is(err, io.EOF) {
		err = b.openNextMember()
	}
	b.err = b.explain(err)
	return n, b.err
}

// errTrailing means that other bytes follow the encoded data.
var errTrailing = errors.New("bytes follow the encoded data")

// openNextMember opens the next gzip member after the end of a member. It returns [io.EOF] at the end of the body, and
// errTrailing if bytes follow that are not a gzip member.
func (b *body) openNextMember() error {
	head, err := b.in.Peek(len(gzipMagic))
	if len(head) == 0 {
		return err
	}
	member, ok := b.out.(*gzip.Reader)
	if !ok || string(head) != gzipMagic {
		return errTrailing
	}
	if err := member.Reset(b.in); err != nil {
		return asUnexpectedEOF(err)
	}
	member.Multistream(false)
	return nil
}

// asUnexpectedEOF returns the error for a body that ends before its decoder has all data.
func asUnexpectedEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// openDecoder opens the decoder. An empty body decodes to an empty body, whatever its coding.
func (b *body) openDecoder() (err error) {
	if _, err := b.in.Peek(1); err != nil {
		return err
	}
	b.out, err = b.open(b.in)
	return b.explain(asUnexpectedEOF(err))
}

// explain converts an error of the decoder to an error of the client. It returns errors of the connection unchanged.
func (b *body) explain(err error) error {
	if errors.Is(err, errTrailing) {
		return fault.New(fault.Malformed, "The body cannot be decoded: more bytes follow the complete %s data. Send only one "+
			"compressed stream.", b.coding)
	}
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	for _, known := range []error{errEmpty, gzip.ErrHeader, gzip.ErrChecksum, zlib.ErrHeader, zlib.ErrChecksum, zlib.ErrDictionary} {
		corrupt = corrupt || errors.Is(err, known)
	}
	if !corrupt {
		return err
	}
	return fault.New(fault.Malformed, "The body cannot be decoded: it is not valid %s as declared by its Content-Encoding.", b.coding)
}
