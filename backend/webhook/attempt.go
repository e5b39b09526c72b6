package webhook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lectern/backend/internal/outbound"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// Limits of an attempt: its duration, and the number of bytes of the response that are read and stored.
const (
	attemptTime     = 15 * time.Second
	maxAnswer       = 64 << 10
	maxStoredAnswer = 1 << 10
)

// result is the outcome of an attempt, with the delay that the receiver has requested.
type result struct {
	Attempt
	retryAfter time.Duration // minimum time until the next attempt
}

// attempt sends a delivery once. It returns an error only for problems of the server itself, or if ctx has ended.
func (s *Service) attempt(ctx context.Context, d *Delivery) (result, error) {
	secrets, err := s.Secrets(ctx)
	if err != nil {
		return result{}, err
	}
	begin := s.now()
	signed, err := signature(secrets, d.ID, begin, d.Body)
	if err != nil {
		return result{}, err
	}
	header := http.Header{
		"Content-Type":      {"application/json"},
		"User-Agent":        {"Lectern/" + s.version},
		"Webhook-Id":        {d.ID},
		"Webhook-Timestamp": {strconv.FormatInt(begin.Unix(), 10)},
		"Webhook-Signature": {signed},
	}
	r := result{Attempt: Attempt{At: begin}}
	clock := time.Now() // its monotonic reading is correct even if the clock is set during the attempt
	answer, address, err := s.post(ctx, d, header)
	if err == nil {
		defer answer.Body.Close()
		r.Status, r.retryAfter = answer.Status, retryAfter(answer.Header, begin)
		r.Answer, err = excerpt(answer.Body, address)
	}
	if ctx.Err() != nil {
		return result{}, ctx.Err()
	}
	r.Took, r.Error = time.Since(clock), refusal(r.Status, err).Encode()
	return r, nil
}

// post sends a delivery to its receiver, and returns the response and the complete address of the receiver.
func (s *Service) post(ctx context.Context, d *Delivery, header http.Header) (answer *outbound.Response, address string, err error) {
	if address, err = d.URL.Open(s.sealer, d.DocumentID); err != nil {
		return nil, "", err
	}
	answer, err = s.client.Post(ctx, address, header, []byte(d.Body))
	return answer, address, err
}

// excerpt reads a response to its end, and returns its beginning as text, with the credentials of the address redacted.
func excerpt(body io.Reader, address string) (string, error) {
	whole, err := io.ReadAll(io.LimitReader(body, maxAnswer))
	if err == nil {
		_, err = io.Copy(io.Discard, body)
	}
	kept := sealedurl.RedactEcho(string(whole), address)
	kept = kept[:min(len(kept), maxStoredAnswer)]
	return strings.ReplaceAll(strings.ToValidUTF8(kept, "�"), "\x00", "�"), err
}

// refusal returns the reason why a response does not count as accepting a delivery, or the zero sentence if it does. A
// response whose body does not end is a failure, whatever its status.
func refusal(status int, err error) sentence.Sentence {
	switch {
	case err != nil && (status == 0 || accepted(status)):
		return sentenceOf(err)
	case accepted(status):
		return sentence.Sentence{}
	case status >= 300 && status < 400:
		return sentence.New("receiver-redirects", "The receiver responded {status}: redirects are not followed.").
			With("status", statusText(status))
	}
	return sentence.New("receiver-status", "The receiver responded {status}.").With("status", statusText(status))
}

func accepted(status int) bool { return status >= 200 && status < 300 }

func statusText(status int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
}

// sentenceOf returns the sentence for a connection error.
func sentenceOf(err error) sentence.Sentence {
	if lost, ok := errors.AsType[*sealedurl.LostError](err); ok {
		return lost.Sentence()
	}
	e, ok := errors.AsType[*outbound.Error](err)
	if !ok {
		return sentence.New("receiver-unusable", "The address is not valid.")
	}
	switch e.Reason {
	case outbound.ReasonTimeout:
		return sentence.New("receiver-timeout", "The receiver did not respond completely within {limit}.").
			With("limit", sentence.Duration(time.Duration(e.Limit)))
	case outbound.ReasonSize:
		return sentence.New("receiver-too-long", "The response did not end within {limit}.").With("limit", bytesize.Sentence(e.Limit))
	case outbound.ReasonBroken:
		return sentence.New("receiver-broken", "The connection ended before the response was complete.")
	}
	return e.Sentence()
}
