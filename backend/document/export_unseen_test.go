package document

import "lectern/converters/wire"

// UnseenCharacters is what a report says of characters that are not seen.
func UnseenCharacters(unseen []wire.Unseen, office bool) string {
	return unseenCharacters(unseen, office).String()
}
