package account

import (
	"context"
	"strings"
	"testing"
	"time"

	"lectern/backend/fault"
)

// keeper is a store that keeps the names of keys, and has no keys to give.
type keeper struct {
	Store
	names []string
}

func (k *keeper) CreateKey(_ context.Context, key Key) error {
	k.names = append(k.names, key.Name)
	return nil
}

func TestNameOfAKey(t *testing.T) {
	store := &keeper{}
	service := New(store)
	for _, name := range []string{"", " ", strings.Repeat("a", maxName+1), "evil\x1b[31m", "two\nlines", "\u009b31m", "\xff"} {
		if _, _, err := service.Create(t.Context(), name, "", time.Time{}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, _, err := service.Create(t.Context(), " Zoë's 鍵 ", "", time.Time{}); err != nil {
		t.Error(err)
	}
	if len(store.names) != 1 || store.names[0] != "Zoë's 鍵" {
		t.Errorf("it keeps %q", store.names)
	}
}
