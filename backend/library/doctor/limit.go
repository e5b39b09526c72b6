package doctor

import (
	"context"

	"lectern/backend/convert"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// minOpenFiles is the number of file descriptors that a server needs to convert documents and to serve a few dozen
// readers at the same time.
const minOpenFiles = 256

// checkLimits checks the resource limits that converters inherit from this process.
func (m *Machine) checkLimits(context.Context) Finding {
	f := good(limitsCheck, sentence.New("found-limits", "the limits of open files and memory are high enough"))
	if count, limited := convert.OpenFiles(); limited && count < minOpenFiles {
		return f.warned(sentence.New("found-few-files", "only {count} files may be open at the same time, but {least} are "+
			"needed: documents may fail under load").With("count", count).With("least", minOpenFiles),
			sentence.New("mend-few-files", "raise the limit (ulimit -n, or LimitNOFILE= in the service)"))
	}
	least := m.minAddressSpace()
	if space, limited := convert.AddressSpace(); limited && space < least {
		return f.warned(sentence.New("found-little-space", "only {size} of address space may be used, but {least} is needed: "+
			"documents will fail").
			With("size", bytesize.Sentence(space)).With("least", bytesize.Sentence(least)),
			sentence.New("mend-little-space", "raise the limit (ulimit -v, or LimitAS= in the service), or lower --memory"))
	}
	return f
}

// minAddressSpace returns the address space that converters need, in bytes. It returns 0 if the converters are missing,
// which another check reports.
func (m *Machine) minAddressSpace() int64 {
	config, err := m.Converters(m.Temp)
	if err != nil {
		return 0
	}
	return config.Memory + convert.AddressSpaceOverhead
}
