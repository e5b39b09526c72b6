package session

import "lectern/backend/internal/fault"

// The reasons why a session has ended. Each is a fault of kind Gone.
var (
	ErrEnded   = fault.New(fault.Gone, "This viewing session was ended.").Coded(fault.SessionEnded)
	ErrExpired = fault.New(fault.Gone, "This viewing session has expired.").Coded(fault.SessionExpired)
	ErrUsedUp  = fault.New(fault.Gone, "This viewing session has reached its number of views.").Coded(fault.SessionUsedUp)
	ErrDeleted = fault.New(fault.Gone, "The document of this viewing session was deleted.").Coded(fault.DocumentDeleted)
)
