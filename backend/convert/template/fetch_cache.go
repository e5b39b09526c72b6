package template

import (
	"context"
	"errors"
	"sync"
)

// The bounds of what orders share of what was fetched for them.
const (
	mostShared = 32 << 20 // bytes
	mostFails  = 3        // of one address, upon which it is tried no more
)

var (
	errFetchedInVain = errors.New("the address has led to nothing again and again")
	errFetchedLarge  = errors.New("what the address leads to is too large")
)

// Fetched keeps what addresses lead to for the orders that share it, so that the picture of a thousand
// letters is fetched once, and a dead server is not waited for a thousand times. The zero value is ready.
type FetchCache struct {
	mu      sync.Mutex
	content map[string][]byte // by addresses
	fails   map[string]int
	size    int64 // of all content, in bytes
}

// Fetch gives what lies at an address, of at most so many bytes, as it was found there before, or as
// fetcher finds it. A nil Fetched keeps nothing.
func (f *FetchCache) Fetch(ctx context.Context, fetcher Fetcher, address string, most int64) ([]byte, error) {
	if f == nil {
		return fetcher.Fetch(ctx, address, most)
	}
	switch content, err := f.find(address); {
	case int64(len(content)) > most:
		return nil, errFetchedLarge
	case content != nil, err != nil:
		return content, err
	}
	content, err := fetcher.Fetch(ctx, address, most)
	if ctx.Err() == nil || err == nil {
		f.note(address, content, err)
	}
	return content, err
}

// find gives what was fetched from an address; nil where that is not known.
func (f *FetchCache) find(address string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fails[address] >= mostFails {
		return nil, errFetchedInVain
	}
	return f.content[address], nil
}

// note notes what became of a try.
func (f *FetchCache) note(address string, content []byte, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.content == nil {
		f.content, f.fails = make(map[string][]byte), make(map[string]int)
	}
	_, there := f.content[address]
	switch {
	case err != nil:
		f.fails[address]++
	case !there && f.size+int64(len(content)) <= mostShared:
		f.content[address] = content
		f.size += int64(len(content))
	}
}
