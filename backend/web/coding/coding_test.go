package coding_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"lectern/backend/internal/connection"
	"lectern/backend/internal/fault"
	"lectern/backend/web/coding"
)

// packed returns the text compressed. The function open returns the writer that compresses the text.
func packed(t *testing.T, text string, open func(io.Writer) io.WriteCloser) string {
	t.Helper()
	var out bytes.Buffer
	w := open(&out)
	_, err := io.WriteString(w, text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func gzipped(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
func zlibbed(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }

func deflated(w io.Writer) io.WriteCloser {
	raw, _ := flate.NewWriter(w, flate.BestCompression) // the level is valid
	return raw
}

func TestDecode(t *testing.T) {
	const text = "a text of some words, some words"
	for _, test := range []struct {
		name, coding, body string
		want               string
		kind               fault.Kind // of the error of reading the body; 0 for no error
	}{
		{"as it is", "", text, text, 0},
		{"identity", "identity", text, text, 0},
		{"gzip", "gzip", packed(t, text, gzipped), text, 0},
		{"gzip in capitals", " GZip ", packed(t, text, gzipped), text, 0},
		{"x-gzip and identity", "identity, x-gzip", packed(t, text, gzipped), text, 0},
		{"gzip in two members", "gzip", packed(t, text, gzipped) + packed(t, text, gzipped), text + text, 0},
		{"deflate with zlib's header", "deflate", packed(t, text, zlibbed), text, 0},
		{"bare deflate", "deflate", packed(t, text, deflated), text, 0},
		{"nothing", "gzip", "", "", 0},
		{"nothing, deflated", "deflate", "", "", 0},
		{"an empty text", "gzip", packed(t, "", gzipped), "", 0},
		{"no gzip", "gzip", text, "", fault.Malformed},
		{"no deflate", "deflate", "\xff" + text, "", fault.Malformed},
		{"a wrong sum", "gzip", strings.Replace(packed(t, text, gzipped), "\x20\x00\x00\x00", "\x21\x00\x00\x00", 1), text, fault.Malformed},
		{"garbage at the end", "gzip", packed(t, text, gzipped) + "garbage that is long", text, fault.Malformed},
		{"a byte at the end", "gzip", packed(t, text, gzipped) + "\x1f", text, fault.Malformed},
		{"a byte at the end of deflate", "deflate", packed(t, text, zlibbed) + "x", text, fault.Malformed},
		{"a byte at the end of bare deflate", "deflate", packed(t, text, deflated) + "x", text, fault.Malformed},
	} {
		for _, slowly := range []bool{false, true} {
			body := io.Reader(strings.NewReader(test.body))
			if slowly {
				body = iotest.OneByteReader(body)
			}
			r := httptest.NewRequest(http.MethodPost, "/", body)
			r.Header.Set("Content-Encoding", test.coding)
			if err := coding.Decode(r); err != nil {
				t.Errorf("%s: %v", test.name, err)
				continue
			}
			got, err := io.ReadAll(r.Body)
			if string(got) != test.want || (test.kind == 0) != (err == nil) || test.kind != 0 && !fault.Is(err, test.kind) {
				t.Errorf("%s: %q, %v", test.name, got, err)
			}
			if _, again := r.Body.Read(make([]byte, 1)); err != nil && again == nil {
				t.Errorf("%s: what has failed is read on", test.name)
			}
		}
	}
}

// A truncated body causes an error, as a broken connection does. It must never look like a shorter complete body.
func TestDecodeCutOff(t *testing.T) {
	for name, open := range map[string]func(io.Writer) io.WriteCloser{"gzip": gzipped, "zlib": zlibbed, "deflate": deflated} {
		whole := packed(t, "a text of some words, some words", open)
		for end := 1; end < len(whole); end++ {
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(whole[:end]))
			r.Header.Set("Content-Encoding", strings.Replace(name, "zlib", "deflate", 1))
			if err := coding.Decode(r); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(r.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s, %d of %d bytes: %v", name, end, len(whole), err)
			}
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, codings := range [][]string{{"br"}, {"zstd"}, {"compress"}, {"gzip, gzip"}, {"gzip", "deflate"}, {strings.Repeat("x", 5000)}} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("a"))
		r.Header["Content-Encoding"] = codings
		if err := coding.Decode(r); !fault.Is(err, fault.Unsupported) || len(err.Error()) > 400 {
			t.Errorf("%.40q: %v", codings, err)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Content-Encoding", "br")
	if err := coding.Decode(r); err != nil {
		t.Errorf("without a body: %v", err)
	}
}

// endlessBody is an endless gzip body that decodes to nothing.
type endlessBody struct {
	io.Reader
	end time.Time
}

func newEndlessBody() *endlessBody {
	head := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}
	return &endlessBody{Reader: io.MultiReader(bytes.NewReader(head), blocks{})}
}

// blocks is an endless reader of empty stored deflate blocks.
type blocks struct{}

func (blocks) Read(p []byte) (int, error) {
	block := []byte{0, 0, 0, 0xff, 0xff}
	n := len(p) / len(block) * len(block)
	copy(p, bytes.Repeat(block, n/len(block)))
	return n, nil
}

func (e *endlessBody) Close() error                  { return nil }
func (e *endlessBody) SetBodyDeadline(end time.Time) { e.end = end }

// TestBytesWithoutDecodedContent checks that an endless body that decodes to nothing is rejected. The limit of decoded
// bytes does not detect it.
//
// SECURITY.md, promise 46 (bounded requests)
func TestBytesWithoutDecodedContent(t *testing.T) {
	encoded := newEndlessBody()
	r := httptest.NewRequest(http.MethodPost, "/", encoded)
	r.Header.Set("Content-Encoding", "gzip")
	if err := coding.Decode(r); err != nil {
		t.Fatal(err)
	}
	end := time.Unix(1, 0)
	r.Body.(connection.DeadlineBody).SetBodyDeadline(end)
	if encoded.end != end {
		t.Errorf("the body is to end at %v", encoded.end)
	}
	if got, err := io.ReadAll(r.Body); len(got) > 0 || !fault.Is(err, fault.Malformed) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
