package template

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"lectern/backend/internal/outbound"
	"lectern/converters/wire"
)

// fetchTime is the time limit for fetching the content of one address.
const fetchTime = 20 * time.Second

// Fetcher fetches files for the template engine: files that parameters refer to by address, and templates that are
// included by name.
type Fetcher struct {
	Client *outbound.Client
	// Templates returns the service with the templates. It is a function because the service needs the engine, and the
	// engine needs the fetcher.
	Templates func() *Service
}

// Fetch implements the Fetcher of the template engine. It returns the content at an address. It returns an error if the
// content has more than limit bytes.
func (f *Fetcher) Fetch(ctx context.Context, address string, limit int64) (content []byte, err error) {
	from, err := f.open(ctx, address, limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if content, err = io.ReadAll(io.LimitReader(from, limit+1)); int64(len(content)) > limit {
		return nil, errors.New("it is too large")
	}
	return content, err
}

func (f *Fetcher) open(ctx context.Context, address string, limit int64) (io.ReadCloser, error) {
	name, included := strings.CutPrefix(address, wire.TemplateScheme)
	if !included {
		answer, err := f.Client.WithLimits(fetchTime, limit).Get(ctx, address)
		if err != nil {
			return nil, err
		}
		return answer.Body, nil
	}
	templates := f.Templates()
	t, err := templates.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	return templates.Open(ctx, t.Newest())
}
