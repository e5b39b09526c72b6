package pages

import (
	"context"
	"errors"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/turns"
	"lectern/backend/sentence"
)

// The pages that one reader may wait for, and for how long each. A viewer asks for four at most, with thumbnails and
// while it prints for eight; many viewers may read with one link behind one address.
const (
	mostWaiting  = 256
	drawPatience = 30 * time.Second
	slowDraw     = time.Second // after which a page holds up no other of its reader
)

// newDrawTurns returns the turns in which pages are drawn. Each reader has atOnce, and as many for pages that take long,
// so that another one's page is begun at once. The renderer limits how many are drawn in all.
func newDrawTurns(atOnce int) *turns.Turns {
	return turns.New(turns.Limits{Own: atOnce, Waiting: mostWaiting, Patience: drawPatience, Long: slowDraw, Slow: atOnce})
}

// turn waits for the turn of a reader, and returns what ends it. Where too many pages of the reader wait, the error is a
// fault of kind Busy.
func (p *Cache) turn(ctx context.Context, reader string) (release func(), err error) {
	release, err = p.turns.Take(ctx, reader)
	if errors.Is(err, turns.ErrBusy) {
		busy := fault.Told(fault.Busy, sentence.New("pages-busy", "Too many pages are being drawn for you: try again in a moment."))
		busy.RetryAfter = time.Second
		return nil, busy
	}
	return release, err
}
