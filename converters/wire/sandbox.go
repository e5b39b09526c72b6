package wire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// # The probe of the sandbox
//
// `lectern-converter probe KIND ARGUMENT… canary NAME=VALUE…` goes into the sandbox
// of a kind of process, pdf, ooxml or office, with the arguments that one is started with,
// and tries what must not work there. The canaries are file= (to be read), outside=
// (to be written), tcp= and udp= (ports of 127.0.0.1), socket= (path of a Unix
// socket), variable= (name of one in its environment) and descriptor= (number of one that
// it was started with); what is not named is not tried. It writes lines of tab-separated fields to standard output:
//
//	layer    NAME  N        N is 0 where the layer is missing; that of files is Landlock's ABI
//	attempt  NAME  denied   LAYER
//	attempt  NAME  ALLOWED  (nothing)
//
// Its status is 0 if all was denied, 3 if something was allowed, and another one if
// the sandbox could not be entered.
const (
	ProbeCanary  = "canary"
	ProbeAllowed = 3
)

// The layers of the sandbox, as a probe names them.
const (
	LayerCalls      = "system calls" // a seccomp filter
	LayerFiles      = "files"        // Landlock
	LayerNetwork    = "network"      // a network namespace
	LayerPrivileges = "privileges"   // none, and no way to new ones
	LayerLimits     = "limits"       // of resources
)

// Layers lists the layers in the order in which they are told of.
func Layers() []string {
	return []string{LayerCalls, LayerFiles, LayerNetwork, LayerPrivileges, LayerLimits}
}

// Probe is what a probe of the sandbox has found.
type Probe struct {
	// Layers has a value for each layer, which is 0 if the kernel lacks it.
	Layers   map[string]int
	Attempts []ProbeAttempt
}

// ProbeAttempt is something that must not work.
type ProbeAttempt struct {
	Name    string
	Allowed bool
	By      string // what denied it
}

// ErrBadProbe is the error for words that are not a probe's, or not all of them.
var ErrBadProbe = errors.New("not what a probe of the sandbox says")

// ParseProbe reads what a probe has written.
func ParseProbe(text string) (Probe, error) {
	probe := Probe{Layers: map[string]int{}}
	for line := range strings.Lines(text) {
		if err := probe.add(strings.Split(strings.TrimSuffix(line, "\n"), "\t")); err != nil {
			return Probe{}, fmt.Errorf("line %q: %w", line, err)
		}
	}
	for _, layer := range Layers() {
		if _, found := probe.Layers[layer]; !found {
			return Probe{}, fmt.Errorf("the layer %q is missing: %w", layer, ErrBadProbe)
		}
	}
	return probe, nil
}

func (p *Probe) add(fields []string) error {
	switch {
	case len(fields) == 3 && fields[0] == "layer":
		n, err := strconv.Atoi(fields[2])
		if err != nil || n < 0 {
			return ErrBadProbe
		}
		p.Layers[fields[1]] = n
	case len(fields) == 4 && fields[0] == "attempt" && (fields[2] == "denied" || fields[2] == "ALLOWED"):
		p.Attempts = append(p.Attempts, ProbeAttempt{Name: fields[1], Allowed: fields[2] == "ALLOWED", By: fields[3]})
	default:
		return ErrBadProbe
	}
	return nil
}
