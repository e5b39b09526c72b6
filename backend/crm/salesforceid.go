package crm

import (
	"regexp"
	"strings"

	"lectern/backend/sentence"
)

// Identifiers of Salesforce have 15 characters, of which the first three tell what it is of, or 18,
// of which the last three tell which of the others are capitals.
var salesforceID = regexp.MustCompile(`^[A-Za-z0-9]{15}([A-Z0-5]{3})?$`)

// The beginnings of the identifiers of files.
const (
	documentPrefix = "069" // ContentDocument, which is all versions of a file
	versionPrefix  = "068" // ContentVersion
)

// isSalesforceID says whether a text is an identifier whose checksum, where it has one, is right.
func isSalesforceID(id string) bool {
	return salesforceID.MatchString(id) && (len(id) == 15 || id[15:] == checksum(id))
}

// checksum gives the last three characters of an identifier by its first 15: each tells of five
// which are capitals, the first by the lowest bit.
func checksum(id string) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"
	var sum strings.Builder
	for group := 0; group < 15; group += 5 {
		bits := 0
		for i := range 5 {
			if c := id[group+i]; c >= 'A' && c <= 'Z' {
				bits |= 1 << i
			}
		}
		sum.WriteByte(digits[bits])
	}
	return sum.String()
}

// checkFileID says what is wrong with the identifier of a file.
func checkFileID(id string) error {
	switch {
	case !strings.HasPrefix(id, documentPrefix) && !strings.HasPrefix(id, versionPrefix), !salesforceID.MatchString(id):
		return failed("platform-identifier", sentence.New("crm-identifier",
			"“{id}” is no identifier of a file in Salesforce: that has 15 or 18 characters and begins with 069 or 068.").With("id", id))
	case !isSalesforceID(id):
		return failed("platform-identifier", sentence.New("crm-checksum", "“{id}” is mistyped: its last three characters do not fit the others.").
			With("id", id))
	}
	return nil
}
