package template

// references are what the markup of a part leads to, by the ids that it has there.
type references struct {
	document  *document
	part      string            // whose relationships they are
	addresses map[string]string // those of links that have tags
	charts    map[string]string // names of parts; of text documents
	notes     map[string]*note  // by their keys; of text documents
	// again says that the part is written wherever another one refers to it: none of its ids may come
	// twice, and it is compiled without tags, too.
	again bool
}

// references gives those of a part.
func (d *document) references(part string, f *format) references {
	found := references{document: d, part: part, addresses: d.addresses(part)}
	if f.text == "w:t" {
		found.charts = d.charts(part)
	}
	if part == d.main {
		found.notes = d.notesByKey()
	}
	return found
}
