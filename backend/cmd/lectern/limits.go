package main

import (
	"fmt"

	"lectern/backend/convert"
	"lectern/backend/sentence/bytesize"
)

// What programs alone need, without their converters: with less of any of them they end as soon as they are used.
const (
	leastAddressSpace = 2_500_000_000 // bytes, for the server
	leastDescriptors  = 64
)

// checkLimits returns an error where the machine gives this process too little to serve.
func checkLimits() error {
	if space, limited := convert.AddressSpace(); limited && space < leastAddressSpace {
		return fmt.Errorf("only %s of address space may be used, and the server needs %s: raise the limit (ulimit -v, or LimitAS= "+
			"in the service)",
			bytesize.Text(space), bytesize.Text(leastAddressSpace))
	}
	return checkDescriptors("the server")
}

// checkDescriptors returns an error where this process may open too few files for what it is about to do.
func checkDescriptors(who string) error {
	if count, limited := convert.OpenFiles(); limited && count < leastDescriptors {
		return fmt.Errorf("only %d files may be open at a time, and %s needs %d: raise the limit (ulimit -n, or LimitNOFILE= in the service)",
			count, who, leastDescriptors)
	}
	return nil
}
