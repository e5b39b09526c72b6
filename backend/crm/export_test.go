package crm

import (
	"context"
	"time"
)

// Exported for tests.
var (
	IsSalesforceID = isSalesforceID
	FileName       = fileName
	FillQueries    = fillQueries
)

// SetPause has a function called in the place of waiting.
func (p *Platforms) SetPause(pause func(context.Context, time.Duration) error) {
	p.salesforce.pause = pause
}

// MaxRecords bounds queries.
const MaxRecords = maxRecords
