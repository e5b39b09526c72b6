package document

var UnreadSentences = unreadSentences
