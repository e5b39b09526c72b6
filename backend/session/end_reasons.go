package session

import "lectern/backend/internal/fault"

// The reasons why a session has ended. Each is a fault of kind Gone.
var (
	ErrEnded   = fault.New(fault.Gone, "This viewing session was ended.").WithCode(fault.SessionEnded)
	ErrExpired = fault.New(fault.Gone, "This viewing session has expired.").WithCode(fault.SessionExpired)
	ErrUsedUp  = fault.New(fault.Gone, "This viewing session has reached its number of views.").WithCode(fault.SessionUsedUp)
	ErrDeleted = fault.New(fault.Gone, "The document of this viewing session was deleted.").WithCode(fault.DocumentDeleted)
)
