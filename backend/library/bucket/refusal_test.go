package bucket

import (
	"fmt"
	"net"
	"strings"
	"testing"
)

// If a host name with the name of the bucket does not exist, the error suggests addresses with the bucket in the path.
func TestUnknownHost(t *testing.T) {
	for host, want := range map[string]string{
		"photos.s3.example.com": "add use_path_style=true",
		"s3.example.com":        `there is no host "s3.example.com"`,
	} {
		err := fmt.Errorf("request: %w", &net.DNSError{Name: host, IsNotFound: true})
		if got := describeRefusal(err, "photos"); got == nil || !strings.Contains(got.Error(), want) {
			t.Errorf("%s: %v, want %q", host, got, want)
		}
	}
	if got := describeRefusal(&net.DNSError{Name: "s3.example.com", IsTemporary: true}, "photos"); got != nil {
		t.Errorf("a name server that does not respond: %v, want nil, because the next request may succeed", got)
	}
}
