package convert

import "time"

// GiveWayAfter has requests that begin from now on give way after that time.
func (p *PDF) GiveWayAfter(after time.Duration) { p.unknown.after, p.known.after = after, after }
