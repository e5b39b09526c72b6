package sentence

// List returns an enumeration of parts, such as "a, b and c". If remaining is not 0, the enumeration ends with this
// number of further items. Without parts, List returns the zero Sentence.
func List(parts []Sentence, remaining int) Sentence {
	if len(parts) == 0 {
		return Sentence{}
	}
	last := len(parts) - 1
	if remaining > 0 {
		return New("list-more", "{some} and {count} more").With("some", Join(parts)).With("count", remaining)
	}
	if last == 0 {
		return parts[0]
	}
	return New("list-end", "{some} and {last}").With("some", Join(parts[:last])).With("last", parts[last])
}

// Join returns an enumeration with commas only. There must be at least one part.
func Join(parts []Sentence) Sentence {
	all := parts[0]
	for _, part := range parts[1:] {
		all = New("list", "{some}, {next}").With("some", all).With("next", part)
	}
	return all
}

// Names returns an enumeration of quoted names. The argument limit is the maximum number of names in the enumeration.
// If there are more names, the enumeration ends with the number of names that are left out.
func Names(names []string, limit int) Sentence {
	parts := make([]Sentence, min(len(names), limit))
	for i := range parts {
		parts[i] = New("quoted", "“{name}”").With("name", names[i])
	}
	return List(parts, len(names)-len(parts))
}
