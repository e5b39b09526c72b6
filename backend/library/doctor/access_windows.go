package doctor

// checkWritable returns nil. On Windows, only an attempt to create a file would show whether files can be created.
func checkWritable(string) error { return nil }
