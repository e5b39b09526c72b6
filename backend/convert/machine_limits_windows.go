package convert

// AddressSpace returns 0 and false, because Windows has no such limit for converters to inherit.
func AddressSpace() (bytes int64, limited bool) { return 0, false }

// OpenFiles returns 0 and false, because Windows has no such limit for converters to inherit.
func OpenFiles() (count int64, limited bool) { return 0, false }
