package document

var PictureSentences = pictureSentences
