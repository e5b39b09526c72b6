package document

// UnreadSentences are what a report says of pages of which the text was not read.
func UnreadSentences(pdf *PDF) []string { return English(unreadSentences(pdf)) }
