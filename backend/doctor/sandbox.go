package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"lectern/backend/convert"
	"lectern/converters/wire"
)

// lacking says, for each layer of the sandbox, what is missing without it, and how
// to mend that.
var lacking = map[string]struct{ detail, mend string }{
	wire.LayerCalls: {
		"this kernel does not filter system calls (seccomp)",
		"use a kernel with CONFIG_SECCOMP_FILTER, or take documents from people you trust",
	},
	wire.LayerFiles: {
		"this kernel does not narrow the file system (Landlock): a converter can read what your user can",
		"use Linux 5.13 or newer with Landlock switched on, or run Lectern as a user of its own",
	},
	wire.LayerNetwork: {
		"no network namespace: converters are kept from the network by the filter of system calls alone",
		"allow unprivileged user namespaces, or leave it at that",
	},
	wire.LayerPrivileges: {"privileges cannot be given up", "run Lectern as an ordinary user"},
	wire.LayerLimits:     {"resources cannot be limited", "run Lectern as an ordinary user"},
}

// checkSandbox lets converters try to get out of their sandbox, and tells what
// holds them.
func (m *Machine) checkSandbox(ctx context.Context) []Finding {
	f := Finding{Check: "sandbox", State: Good}
	temp, err := os.MkdirTemp(m.Temp, "lectern-")
	if err != nil {
		return []Finding{f.failed(err, "")}
	}
	defer os.RemoveAll(temp)
	config, err := m.Converters(temp)
	if err != nil {
		return []Finding{f.failed(err, "run 'make build'")}
	}
	probe, err := convert.ProbeSandbox(ctx, config, convert.KindPDF)
	if err != nil {
		return []Finding{f.failed(err, "run 'make build'")}
	}
	findings := append(layerFindings(probe), attemptFinding("PDF", probe))
	if probe, err = convert.ProbeSandbox(ctx, config, convert.KindOOXML); err != nil {
		return append(findings, Finding{Check: "sandbox"}.failed(err, "run 'make build'"))
	}
	findings = append(findings, attemptFinding("package", probe))
	return append(findings, m.checkOfficeSandbox(ctx, config))
}

func (m *Machine) checkOfficeSandbox(ctx context.Context, config convert.Config) Finding {
	f := Finding{Check: "sandbox"}
	probe, err := convert.ProbeSandbox(ctx, config, convert.KindOffice)
	if failed, ok := errors.AsType[*convert.Error](err); ok && failed.Reason == convert.ReasonNoEngine {
		f.State, f.Detail = Warning, "Office converters could not try to get out, as there is no LibreOffice"
		f.Mend = "run 'make libreoffice'"
		return f
	}
	if err != nil {
		return f.failed(err, "run 'make build'")
	}
	return attemptFinding("Office", probe)
}

// layerFindings tells of each layer whether it is there.
func layerFindings(probe wire.Probe) []Finding {
	names := map[string]string{
		wire.LayerCalls:      "system calls are filtered (seccomp)",
		wire.LayerFiles:      fmt.Sprintf("files are narrowed (Landlock, ABI %d)", probe.Layers[wire.LayerFiles]),
		wire.LayerNetwork:    "the network is an empty one (network namespace)",
		wire.LayerPrivileges: "privileges are given up",
		wire.LayerLimits:     "memory, processor time and files are limited",
	}
	findings := make([]Finding, 0, len(names))
	for _, layer := range wire.Layers() {
		f := Finding{Check: "sandbox", State: Good, Detail: names[layer]}
		if probe.Layers[layer] == 0 {
			f.State, f.Detail, f.Mend = Warning, lacking[layer].detail, lacking[layer].mend
		}
		findings = append(findings, f)
	}
	return findings
}

// attemptFinding tells what became of the attempts of a kind of converters. What is
// allowed because the kernel lacks a layer is told with the layer's mend.
func attemptFinding(kind string, probe wire.Probe) Finding {
	f := Finding{Check: "sandbox", State: Good}
	var allowed []string
	for _, attempt := range probe.Attempts {
		if attempt.Allowed {
			allowed = append(allowed, attempt.Name)
		}
	}
	f.Detail = fmt.Sprintf("%s converters tried to get out in %d ways, and were denied all", kind, len(probe.Attempts))
	if len(allowed) == 0 {
		return f
	}
	f.State = Bad
	for _, n := range probe.Layers {
		if n == 0 {
			f.State = Warning
		}
	}
	f.Detail = fmt.Sprintf("%s converters tried to get out, and could: %s", kind, strings.Join(allowed, ", "))
	f.Mend = "take documents from people you trust"
	return f
}
