package crm

import (
	"context"
	"time"
)

// The unexported functions that tests call.
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
