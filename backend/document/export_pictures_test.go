package document

import "lectern/converters/wire"

// PictureSentences are what a report says of pictures.
func PictureSentences(pictures wire.Pictures, pages int) []string {
	return English(pictureSentences(pictures, pages))
}
