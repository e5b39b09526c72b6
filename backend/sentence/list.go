package sentence

// List gives the parts of an enumeration as one, such as "a, b and c", and tells how many more
// there are where that is not 0. It is nothing without a part.
func List(parts []Sentence, more int) Sentence {
	if len(parts) == 0 {
		return Sentence{}
	}
	last := len(parts) - 1
	if more > 0 {
		return New("list-more", "{some} and {count} more").With("some", Join(parts)).With("count", more)
	}
	if last == 0 {
		return parts[0]
	}
	return New("list-end", "{some} and {last}").With("some", Join(parts[:last])).With("last", parts[last])
}

// Join gives the parts of an enumeration with nothing but commas between them. There is one at least.
func Join(parts []Sentence) Sentence {
	all := parts[0]
	for _, part := range parts[1:] {
		all = New("list", "{some}, {next}").With("some", all).With("next", part)
	}
	return all
}

// Names quotes up to most names, and tells how many more there are.
func Names(names []string, most int) Sentence {
	parts := make([]Sentence, min(len(names), most))
	for i := range parts {
		parts[i] = New("quoted", "“{name}”").With("name", names[i])
	}
	return List(parts, len(names)-len(parts))
}
