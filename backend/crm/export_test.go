package crm

import (
	"context"
	"time"
)

// unexported identifiers for tests
var (
	IsSalesforceID = isSalesforceID
	FileName       = fileName
	FillQueries    = fillQueries
)

// SetPause replaces the function that waits before a request is repeated.
func (p *Platforms) SetPause(pause func(context.Context, time.Duration) error) {
	p.salesforce.pause = pause
}

// MaxRecords exports maxRecords.
const MaxRecords = maxRecords
