package template

import (
	"context"
	"errors"
	"sync"
)

// Limits of a cache.
const (
	maxCacheSize = 32 << 20 // bytes
	maxFailures  = 3        // failed attempts after which an address is not tried again
)

var (
	errFetchFailed  = errors.New("the address has failed repeatedly")
	errFetchedLarge = errors.New("the content at the address is too large")
)

// FetchCache caches the content of addresses for the orders that share the cache. An image that occurs in a thousand
// letters is then fetched once, and an unavailable server is not tried a thousand times. The zero value is ready to
// use. It is safe for concurrent use.
type FetchCache struct {
	mu       sync.Mutex
	content  map[string][]byte // by address
	failures map[string]int
	size     int64 // of all content, in bytes
}

// Fetch returns the content at an address from the cache or from fetcher. Content of more than limit bytes is an error.
// A nil FetchCache caches nothing.
func (f *FetchCache) Fetch(ctx context.Context, fetcher Fetcher, address string, limit int64) ([]byte, error) {
	if f == nil {
		return fetcher.Fetch(ctx, address, limit)
	}
	switch content, err := f.find(address); {
	case int64(len(content)) > limit:
		return nil, errFetchedLarge
	case content != nil, err != nil:
		return content, err
	}
	content, err := fetcher.Fetch(ctx, address, limit)
	if ctx.Err() == nil || err == nil {
		f.record(address, content, err)
	}
	return content, err
}

// find returns the cached content of an address, or nil if it is not cached. Its error means that the address has
// failed too often.
func (f *FetchCache) find(address string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failures[address] >= maxFailures {
		return nil, errFetchFailed
	}
	return f.content[address], nil
}

// record stores the result of an attempt.
func (f *FetchCache) record(address string, content []byte, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.content == nil {
		f.content, f.failures = make(map[string][]byte), make(map[string]int)
	}
	_, cached := f.content[address]
	switch {
	case err != nil:
		f.failures[address]++
	case !cached && f.size+int64(len(content)) <= maxCacheSize:
		f.content[address] = content
		f.size += int64(len(content))
	}
}
