// Package server answers requests of Lectern's main process for one PDF document. Package wire describes the messages.
package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"lectern/converters/pdf"
	"lectern/converters/pdf/cputime"
	"lectern/converters/pdf/fonts"
	"lectern/converters/wire"
)

// Options are the options of a process.
type Options struct {
	// Warm makes the process draw a page before the first request, so that the document's first page is drawn faster.
	Warm bool
	// Fonts are the sources of substitute fonts.
	Fonts fonts.Sources
	// Limits are the limits of the document.
	Limits pdf.Limits
}

// Serve answers the requests that arrive on a connection. All requests are for one document, whose file is sent with
// the first request. Serve returns nil when the connection has ended, even while a request is being processed. The
// caller must then exit.
func Serve(conn *Conn, options Options) error {
	doc, err := pdf.New()
	if err != nil {
		return err
	}
	doc.UseFonts(options.Fonts)
	doc.SetLimits(options.Limits)
	if options.Warm {
		doc.Warm()
	}
	s := &server{conn: conn, doc: doc, ended: make(chan error, 1)}
	go s.readAndServe()
	return <-s.ended
}

type server struct {
	conn  *Conn
	doc   *pdf.Document
	ended chan error // buffers the first result; later ones are dropped

	work sync.Mutex // held while a request is processed

	mu        sync.Mutex // guards current and cancelled, and calls of Abort
	current   uint64
	cancelled uint64
}

// readAndServe reads messages up to the next request and answers it. Meanwhile another goroutine continues reading, so
// that the request can be cancelled. Answering in the new goroutine instead would wake a thread for each request, which
// takes about 50 µs, as long as drawing a small page.
func (s *server) readAndServe() {
	for {
		var request wire.PDFRequest
		if _, err := wire.ReadFrame(s.conn, &request); err != nil {
			s.stop(err)
			return
		}
		if request.Op == wire.PDFCancel {
			s.cancel(request.ID)
			continue
		}
		go s.readAndServe()
		if err := s.serve(request); err != nil {
			s.stop(err)
		}
		return
	}
}

func (s *server) stop(err error) {
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

// serve answers one request. It returns an error only if the process cannot continue.
func (s *server) serve(request wire.PDFRequest) error {
	s.work.Lock()
	defer s.work.Unlock()
	s.begin(request.ID)
	result, err := s.answer(request)
	payload := result.Data
	answer := wire.PDFAnswer{ID: request.ID, CPU: cputime.Used().Seconds(), Drawn: result.Drawn}
	var fault *pdf.Fault
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

// answer processes a request and returns its result.
func (s *server) answer(r wire.PDFRequest) (wire.PDFResult, error) {
	switch r.Op {
	case wire.PDFSVG:
		return s.doc.SVG(r.Page)
	case wire.PDFImage:
		return s.doc.PNG(r.Page, r.Scale)
	}
	payload, err := s.payload(r)
	return wire.PDFResult{Data: payload}, err
}

// payload processes a request that draws nothing, and returns the payload of the response.
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
		limit := time.Duration(r.Timeout * float64(time.Second))
		texts, err := s.doc.Texts(r.Page, r.Count, limit, func(texts wire.Texts) { s.answerStuck(r.ID, texts) })
		return marshal(texts, err)
	case wire.PDFPictures:
		pictures, err := s.doc.Pictures(r.Page, time.Duration(r.Timeout*float64(time.Second)))
		return marshal(pictures, err)
	case wire.PDFAppend:
		return nil, s.append(r)
	case wire.PDFDecrypt:
		return nil, s.decrypt(r)
	}
	return nil, fmt.Errorf("unknown request %q", r.Op)
}

// answerStuck answers a request with the texts that were read before a page that cannot be aborted, and ends the
// process.
func (s *server) answerStuck(id uint64, texts wire.Texts) {
	payload, err := marshal(texts, nil)
	if err == nil {
		err = wire.WriteFrame(s.conn, wire.PDFAnswer{ID: id, CPU: cputime.Used().Seconds(), Ends: true}, payload)
	}
	s.stop(err)
}

// marshal returns the answer as JSON, or the given error.
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
