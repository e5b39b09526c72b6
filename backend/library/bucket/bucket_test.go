package bucket

import (
	"strings"
	"testing"
)

// A store at an IP address needs the name of the bucket in the path. Each of the parameters use_path_style and
// s3ForcePathStyle has this effect.
func TestBucketAtAnIPAddress(t *testing.T) {
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	for parameters, refusal := range map[string]string{
		"endpoint=http://127.0.0.1:9000":                              "its endpoint is the IP address 127.0.0.1,",
		"endpoint=http://[::1]:9000&use_path_style=false":             "its endpoint is the IP address ::1,",
		"endpoint=http://127.0.0.1:9000&use_path_style=true":          "",
		"endpoint=http://127.0.0.1:9000&s3ForcePathStyle=true":        "",
		"endpoint=https://s3.example.com":                             "",
		"endpoint=https://127.0.0.1.example.com&use_path_style=false": "",
	} {
		err := Validate("s3://photos?region=eu-central-1&" + parameters)
		if (err == nil) != (refusal == "") || err != nil && !strings.Contains(err.Error(), refusal) {
			t.Errorf("%s: %v, want %q", parameters, err, refusal)
		}
	}
}
