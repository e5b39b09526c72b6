package doctor

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"lectern/converters/wire"
)

func TestMissingKernelFeatures(t *testing.T) {
	all := map[string]int{wire.LayerCalls: 1, wire.LayerFiles: 7, wire.LayerNetwork: 1, wire.LayerPrivileges: 1, wire.LayerLimits: 1}
	for _, f := range layerFindings(wire.Probe{Layers: all}) {
		if f.State != Good || f.Remedy != "" {
			t.Errorf("all is there, and it finds %+v", f)
		}
	}
	for _, layer := range wire.Layers() {
		layers := maps.Clone(all)
		layers[layer] = 0
		got := layerFindings(wire.Probe{Layers: layers})
		if i := slices.Index(wire.Layers(), layer); got[i].State != Warning || got[i].Detail != missingLayers[layer].detail.Encode() ||
			got[i].Remedy == "" {
			t.Errorf("without %s it finds %+v", layer, got[i])
		}
	}
	got := []wire.ProbeAttempt{{Name: "read a file", Allowed: true}, {Name: "run a program", DeniedBy: "Landlock"}}
	if f := attemptFinding("PDF", wire.Probe{Layers: all, Attempts: got}); f.State != Bad || !strings.HasSuffix(f.Detail.String(),
		"succeeded: read a file") {
		t.Errorf("with all layers it finds %+v", f)
	}
	all[wire.LayerFiles] = 0
	if f := attemptFinding("PDF", wire.Probe{Layers: all, Attempts: got}); f.State != Warning {
		t.Errorf("without a layer it finds %+v", f)
	}
}
