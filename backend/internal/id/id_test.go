package id_test

import (
	"regexp"
	"testing"

	"lectern/backend/internal/id"
)

func TestNew(t *testing.T) {
	long, short, secret := id.New(), id.NewShort(12), id.NewSecret()
	if !regexp.MustCompile(`^[a-z2-7]{26}$`).MatchString(long) || !regexp.MustCompile(`^[a-z2-7]{12}$`).MatchString(short) {
		t.Errorf("identifiers are %q and %q", long, short)
	}
	if !id.IsSecret(secret) || len(secret) != 43 {
		t.Errorf("a secret is %q", secret)
	}
	for _, other := range []string{"", long, secret + "=", secret[1:], secret[:42] + "+", secret + "\n"} {
		if id.IsSecret(other) {
			t.Errorf("%q has the form of a secret", other)
		}
	}
	if long == id.New() || secret == id.NewSecret() {
		t.Error("two identifiers are the same")
	}
}
