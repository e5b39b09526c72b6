package wire

import (
	"errors"
	"reflect"
	"testing"
)

const layerLines = "layer\tsystem calls\t1\nlayer\tfiles\t7\nlayer\tnetwork\t0\nlayer\tprivileges\t1\nlayer\tlimits\t1\n"

func TestParseProbe(t *testing.T) {
	got, err := ParseProbe(layerLines + "attempt\tread a file\tdenied\tLandlock\nattempt\trun a program\tALLOWED\t\n")
	want := Probe{
		Layers: map[string]int{LayerCalls: 1, LayerFiles: 7, LayerNetwork: 0, LayerPrivileges: 1, LayerLimits: 1},
		Attempts: []ProbeAttempt{
			{Name: "read a file", DeniedBy: "Landlock"},
			{Name: "run a program", Allowed: true},
		},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestParseProbeRefuses(t *testing.T) {
	for _, text := range []string{
		"",
		"layer\tfiles\t7\n",
		layerLines + "layer\tfiles\tmany\n",
		layerLines + "layer\tfiles\t-1\n",
		layerLines + "attempt\tread a file\tperhaps\t\n",
		layerLines + "attempt\tread a file\tdenied\n",
		layerLines + "what\n",
	} {
		if got, err := ParseProbe(text); !errors.Is(err, ErrBadProbe) {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
}
