package route

import (
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// TestAnEmptyParameter checks that the message suggests omitting the parameter only if it is optional.
func TestAnEmptyParameter(t *testing.T) {
	for _, required := range []bool{false, true} {
		err := CheckValues(&huma.Param{Name: "q", Required: required, Schema: &huma.Schema{Type: huma.TypeString}}, []string{""})
		if err == nil || strings.Contains(err.Error(), "Leave it out") == required {
			t.Errorf("required is %v: %v", required, err)
		}
	}
}
