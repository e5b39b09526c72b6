package crm

import (
	"regexp"
	"strings"

	"lectern/backend/sentence"
)

// salesforceID matches identifiers of Salesforce. An identifier has 15 characters, the first three of which denote the
// type of the object. Three more characters can follow, which encode which of the 15 are capitals.
var salesforceID = regexp.MustCompile(`^[A-Za-z0-9]{15}([A-Z0-5]{3})?$`)

// The identifier prefixes of objects that represent files.
const (
	documentPrefix = "069" // ContentDocument: a file with all of its versions
	versionPrefix  = "068" // ContentVersion
)

// isSalesforceID reports whether id is an identifier of 15 or 18 characters. In an identifier of 18 characters, the
// last three must be the correct checksum.
func isSalesforceID(id string) bool {
	return salesforceID.MatchString(id) && (len(id) == 15 || id[15:] == checksum(id))
}

// checksum returns the last three characters of an 18-character identifier, given the first 15 characters. Each of the
// three encodes which of five characters are capitals: the lowest bit stands for the first of the five.
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

// checkFileID returns an error if id is not a valid identifier of a file.
func checkFileID(id string) error {
	switch {
	case !strings.HasPrefix(id, documentPrefix) && !strings.HasPrefix(id, versionPrefix), !salesforceID.MatchString(id):
		return failed("platform-identifier", sentence.New("crm-identifier",
			"“{id}” is not the id of a file in Salesforce, which has 15 or 18 characters and begins with 069 or 068.").With("id", id))
	case !isSalesforceID(id):
		return failed("platform-identifier", sentence.New("crm-checksum", "“{id}” has a typing error: its last three characters "+
			"do not match the others.").
			With("id", id))
	}
	return nil
}
