package watch

import "os"

// lease says that there are none: a file is whole when it has not changed for a while.
func lease(*os.File) (leaseState, error) { return leaseUnknown, nil }

// findWriters finds none, as the system does not tell.
func findWriters() map[identity]bool { return map[identity]bool{} }
