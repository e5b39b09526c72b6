package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// signature returns the value of the header webhook-signature, with a signature for each secret.
func signature(secrets []Secret, id string, at time.Time, body string) (string, error) {
	var all []string
	for _, secret := range secrets {
		key, err := decodeSecret(secret.Text)
		if err != nil {
			return "", err
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "." + body))
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(all, " "), nil
}
