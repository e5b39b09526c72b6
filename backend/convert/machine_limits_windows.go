package convert

// AddressSpace returns that there is no limit.
func AddressSpace() (bytes int64, limited bool) { return 0, false }

// OpenFiles returns that there is no limit.
func OpenFiles() (count int64, limited bool) { return 0, false }
