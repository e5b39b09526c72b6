package engine

// LostError is the error if the connection to the database is lost or closed by the database. The operation may be
// retried.
type LostError struct{ Err error }

func (e LostError) Error() string { return e.Err.Error() }

func (e LostError) Unwrap() error { return e.Err }

// Unavailable reports that the database is unavailable, so that a request is answered with 503.
func (e LostError) Unavailable() bool { return true }
