package main

import (
	"fmt"

	"lectern/backend/bytesize"
	"lectern/backend/convert"
)

// What the server alone needs, without its converters: with less of either it ends as soon as it is used.
const (
	leastAddressSpace = 2_500_000_000 // bytes
	leastDescriptors  = 64
)

// checkLimits returns an error where the machine gives this process too little to serve.
func checkLimits() error {
	if space, limited := convert.AddressSpace(); limited && space < leastAddressSpace {
		return fmt.Errorf("only %s of address space may be used, and the server needs %s: raise the limit (ulimit -v, or LimitAS= in the service)",
			bytesize.Text(space), bytesize.Text(leastAddressSpace))
	}
	if count, limited := convert.OpenFiles(); limited && count < leastDescriptors {
		return fmt.Errorf("only %d files may be open at a time, and the server needs %d: raise the limit (ulimit -n, or LimitNOFILE= in the service)",
			count, leastDescriptors)
	}
	return nil
}
