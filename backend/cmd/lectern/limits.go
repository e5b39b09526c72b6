package main

import (
	"fmt"

	"lectern/backend/convert"
	"lectern/backend/sentence/bytesize"
)

// Minimum resource limits of a program. With lower limits it would fail soon after its start. Converters need more.
const (
	minAddressSpace = 2_500_000_000 // in bytes, for a server
	minDescriptors  = 64
)

// checkLimits returns an error if the limits of this process are too low for a server.
func checkLimits() error {
	if space, limited := convert.AddressSpace(); limited && space < minAddressSpace {
		return fmt.Errorf("the process may use only %s of address space, but the server needs %s: raise the limit (ulimit -v, or "+
			"LimitAS= in the service)",
			bytesize.Text(space), bytesize.Text(minAddressSpace))
	}
	return checkDescriptors("the server")
}

// checkDescriptors returns an error if this process may open too few files. The argument program is the beginning of
// the error message.
func checkDescriptors(program string) error {
	if count, limited := convert.OpenFiles(); limited && count < minDescriptors {
		return fmt.Errorf("the process may open only %d files at the same time, but %s needs %d: raise the limit (ulimit -n, or "+
			"LimitNOFILE= in the service)",
			count, program, minDescriptors)
	}
	return nil
}
