package document

// UnseenCharacters is what a report says of characters that are not seen.
var UnseenCharacters = unseenCharacters
