package document

import (
	"strings"

	"lectern/backend/internal/fault"
)

// maxPassword is the maximum length of a password, in bytes. It exceeds the limits of all file formats.
const maxPassword = 1024

func validatePassword(password string) error {
	if len(password) > maxPassword {
		return fault.Field("password", "The password is longer than %d bytes.", maxPassword)
	}
	if strings.ContainsRune(password, 0) {
		return fault.Field("password", "The password has a character that passwords cannot have.")
	}
	return nil
}

// sealPassword encrypts the password of a document. It returns nil if the password is empty.
func sealPassword(sealer Sealer, password, id string) ([]byte, error) {
	if password == "" {
		return nil, nil
	}
	return sealer.Seal(password, id)
}
