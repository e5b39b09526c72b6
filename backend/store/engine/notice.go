package engine

// Changes describes a committed transaction to the goroutines and nodes that are notified of it.
type Changes struct {
	Events bool // events are recorded
	Due    bool // a delivery is due
}

// Notice is a notification of another node.
type Notice struct {
	Changes
	Message string // a message between programs, which the database does not interpret
	Missed  bool   // other notices may have been missed
}

// MissedNotice is the notice that is passed on when notices of other nodes may have been missed. It reports all kinds
// of changes.
var MissedNotice = Notice{Changes: Changes{Events: true, Due: true}, Missed: true}
