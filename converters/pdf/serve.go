package pdf

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"lectern/converters/pdf/fonts"
	"lectern/converters/wire"
)

// Options are what a process is started with.
type Options struct {
	// Warm makes the process prepare for its first page at once.
	Warm bool
	// Fonts are for UseFonts.
	Fonts fonts.Sources
	// Limits are for SetLimits.
	Limits Limits
}

// Serve answers the requests that come over conn, as wire says, for the one
// document whose file comes with the first of them. It returns nil at the
// end of conn, even while a request is under way: the caller then ends the
// process.
func Serve(conn *Conn, options Options) error {
	doc, err := New()
	if err != nil {
		return err
	}
	doc.UseFonts(options.Fonts)
	doc.SetLimits(options.Limits)
	if options.Warm {
		doc.Warm()
	}
	s := &server{conn: conn, doc: doc, ended: make(chan error, 1)}
	go s.read()
	return <-s.ended
}

type server struct {
	conn  *Conn
	doc   *Document
	ended chan error // takes one, what comes later is dropped

	work sync.Mutex // held while a request is at work

	mu        sync.Mutex // held to change what is under way and to abort it
	current   uint64
	cancelled uint64
}

// read takes messages from the stream up to the next request. That one it does
// itself, and another goroutine reads on, so that a cancellation is heeded while
// the document is at work. (The other way around, each request would first wake a
// thread: some 50 µs, as much as a small page takes.)
func (s *server) read() {
	for {
		var request wire.PDFRequest
		if _, err := wire.ReadFrame(s.conn, &request); err != nil {
			s.end(err)
			return
		}
		if request.Op == wire.PDFCancel {
			s.cancel(request.ID)
			continue
		}
		go s.read()
		if err := s.serve(request); err != nil {
			s.end(err)
		}
		return
	}
}

func (s *server) end(err error) {
	if errors.Is(err, io.EOF) {
		err = nil
	}
	select {
	case s.ended <- err:
	default:
	}
}

func (s *server) cancel(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelled = id
	if s.current == id {
		s.doc.Abort()
	}
}

// serve answers one request; its error is one that the process cannot go on with.
func (s *server) serve(request wire.PDFRequest) error {
	s.work.Lock()
	defer s.work.Unlock()
	s.begin(request.ID)
	page, err := s.answer(request)
	payload := page.Data
	answer := wire.PDFAnswer{ID: request.ID, CPU: cpuTime(), Drawn: page.Drawn}
	var fault *Fault
	switch {
	case errors.As(err, &fault):
		answer.Fault, answer.Detail, answer.Pages = fault.Kind, fault.Detail, fault.Pages
	case err != nil:
		return err
	case len(payload) > wire.MaxPayload:
		answer.Fault, answer.Detail = wire.PDFTooMuch, fmt.Sprintf("answer of %d bytes", len(payload))
		payload, answer.Drawn = nil, wire.Drawn{}
	}
	return wire.WriteFrame(s.conn, answer, payload)
}

func (s *server) begin(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = id
	s.doc.Begin()
	if s.cancelled == id {
		s.doc.Abort()
	}
}

// answer returns the payload for a request, and for a page that was drawn what is known of it.
func (s *server) answer(r wire.PDFRequest) (wire.Page, error) {
	switch r.Op {
	case wire.PDFSVG:
		return s.doc.SVG(r.Page)
	case wire.PDFImage:
		return s.doc.PNG(r.Page, r.Scale)
	}
	payload, err := s.payload(r)
	return wire.Page{Data: payload}, err
}

// payload returns the payload for a request that draws nothing.
func (s *server) payload(r wire.PDFRequest) ([]byte, error) {
	switch r.Op {
	case wire.PDFOpen:
		return s.open(r)
	case wire.PDFDetails:
		details, err := s.doc.Details()
		return marshal(details, err)
	case wire.PDFWords:
		words, err := s.doc.Words(r.Page)
		return marshal(words, err)
	case wire.PDFText:
		text, err := s.doc.Text(r.Page)
		return []byte(text), err
	case wire.PDFTexts:
		patience := time.Duration(r.Patience * float64(time.Second))
		texts, err := s.doc.Texts(r.Page, r.Count, patience, func(texts wire.Texts) { s.stuck(r.ID, texts) })
		return marshal(texts, err)
	case wire.PDFPictures:
		pictures, err := s.doc.Pictures(r.Page, time.Duration(r.Patience*float64(time.Second)))
		return marshal(pictures, err)
	case wire.PDFAppend:
		return nil, s.append(r)
	case wire.PDFDecrypt:
		return nil, s.decrypt(r)
	}
	return nil, fmt.Errorf("unknown request %q", r.Op)
}

// stuck answers a request while the document is still at work for it, and ends the process.
func (s *server) stuck(id uint64, texts wire.Texts) {
	payload, err := marshal(texts, nil)
	if err == nil {
		err = wire.WriteFrame(s.conn, wire.PDFAnswer{ID: id, CPU: cpuTime(), Ends: true}, payload)
	}
	s.end(err)
}

// marshal returns the answer as JSON if there is no error.
func marshal(answer any, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

func (s *server) open(r wire.PDFRequest) ([]byte, error) {
	file, err := s.conn.file(r)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := s.doc.Open(file, r.Password)
	return marshal(info, err)
}

func (s *server) append(r wire.PDFRequest) error {
	file, err := s.conn.file(r)
	if err != nil {
		return err
	}
	return s.doc.Append(file)
}

func (s *server) decrypt(r wire.PDFRequest) error {
	file, err := s.conn.file(r)
	if err != nil {
		return err
	}
	defer file.Close()
	return s.doc.Decrypt(file)
}
