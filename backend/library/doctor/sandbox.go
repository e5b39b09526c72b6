package doctor

import (
	"context"
	"errors"
	"os"
	"strings"

	"lectern/backend/convert"
	"lectern/backend/convert/sandbox"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// missingLayers contains, for each layer of the sandbox, the consequence if the layer is missing, and the advice for
// repairing it.
var missingLayers = map[string]struct{ detail, remedy sentence.Sentence }{
	wire.LayerCalls: {
		sentence.New("lacks-calls", "this kernel does not filter system calls (seccomp)"),
		sentence.New("mend-calls", "use a kernel with CONFIG_SECCOMP_FILTER, or accept only documents from people you trust"),
	},
	wire.LayerFiles: {
		sentence.New("lacks-files", "this kernel does not restrict access to files (Landlock): a converter can read everything "+
			"that your user can"),
		sentence.New("mend-files", "use Linux 5.13 or newer with Landlock enabled, or run Lectern as a separate user"),
	},
	wire.LayerNetwork: {
		sentence.New("lacks-network", "there is no network namespace: only the system call filter blocks network access of "+
			"converters"),
		sentence.New("mend-network", "allow unprivileged user namespaces; this is optional"),
	},
	wire.LayerPrivileges: {sentence.New("lacks-privileges", "privileges cannot be dropped"), userRemedy},
	wire.LayerLimits:     {sentence.New("lacks-limits", "resources cannot be limited"), userRemedy},
}

var (
	userRemedy  = sentence.New("mend-user", "run Lectern as an ordinary user")
	trustRemedy = sentence.New("mend-trust", "accept only documents from people you trust")
)

// checkSandbox lets converters try to escape from their sandbox, and reports the results.
func (m *Machine) checkSandbox(ctx context.Context) []Finding {
	f := good(sandboxCheck, sentence.Sentence{})
	temp, err := os.MkdirTemp(m.Temp, "lectern-")
	if err != nil {
		return []Finding{f.failed(plain(err.Error()), sentence.Sentence{})}
	}
	defer os.RemoveAll(temp)
	config, err := m.Converters(temp)
	if err != nil {
		return []Finding{f.failed(plain(err.Error()), buildRemedy)}
	}
	probe, err := sandbox.Probe(ctx, config, convert.KindPDF)
	if err != nil {
		return []Finding{f.failed(plain(err.Error()), buildRemedy)}
	}
	findings := append(layerFindings(probe), attemptFinding("PDF", probe))
	for _, other := range []struct {
		kind convert.Kind
		name string
	}{{convert.KindOOXML, "package"}, {convert.KindTemplate, "template"}} {
		if probe, err = sandbox.Probe(ctx, config, other.kind); err != nil {
			return append(findings, f.failed(plain(err.Error()), buildRemedy))
		}
		findings = append(findings, attemptFinding(other.name, probe))
	}
	return append(findings, m.checkOfficeSandbox(ctx, config))
}

func (m *Machine) checkOfficeSandbox(ctx context.Context, config convert.Config) Finding {
	f := good(sandboxCheck, sentence.Sentence{})
	if config.Soffice {
		return f.warned(sentence.New("found-soffice", "each Office document is converted by a separate soffice process without a "+
			"sandbox"), trustRemedy)
	}
	probe, err := sandbox.Probe(ctx, config, convert.KindOffice)
	if failed, ok := errors.AsType[*convert.Error](err); ok && failed.Reason == convert.ReasonNoEngine {
		return f.warned(sentence.New("found-no-attempts", "escapes of Office converters were not tested because there is no "+
			"LibreOffice"), libreOfficeRemedy)
	}
	if err != nil {
		return f.failed(plain(err.Error()), buildRemedy)
	}
	return attemptFinding("Office", probe)
}

// layerFindings returns a finding for each layer of the sandbox. The finding states whether the layer is active.
func layerFindings(probe wire.Probe) []Finding {
	holding := map[string]sentence.Sentence{
		wire.LayerCalls: sentence.New("holds-calls", "system calls are filtered (seccomp)"),
		wire.LayerFiles: sentence.New("holds-files", "access to files is restricted (Landlock, ABI {version})").With("version",
			probe.Layers[wire.LayerFiles]),
		wire.LayerNetwork:    sentence.New("holds-network", "the network is isolated (network namespace)"),
		wire.LayerPrivileges: sentence.New("holds-privileges", "privileges are dropped"),
		wire.LayerLimits:     sentence.New("holds-limits", "memory, processor time and files are limited"),
	}
	findings := make([]Finding, 0, len(holding))
	for _, layer := range wire.Layers() {
		f := good(sandboxCheck, holding[layer])
		if probe.Layers[layer] == 0 {
			f = f.warned(missingLayers[layer].detail, missingLayers[layer].remedy)
		}
		findings = append(findings, f)
	}
	return findings
}

// attemptFinding returns the finding about the attempts of one kind of converter to escape from its sandbox. If an
// attempt has succeeded, the finding is a failure. If also a layer of the sandbox is missing, the finding is only a
// warning, because the missing layer explains the success.
func attemptFinding(kind string, probe wire.Probe) Finding {
	var allowed []string
	for _, attempt := range probe.Attempts {
		if attempt.Allowed {
			allowed = append(allowed, attempt.Name)
		}
	}
	f := good(sandboxCheck, sentence.New("found-denied", "{kind} converters tried to escape in {count} ways, and all were blocked").
		With("kind", kind).With("count", len(probe.Attempts)))
	if len(allowed) == 0 {
		return f
	}
	f = f.failed(sentence.New("found-allowed", "{kind} converters tried to escape and succeeded: {ways}").With("kind", kind).
		With("ways", strings.Join(allowed, ", ")), trustRemedy)
	for _, n := range probe.Layers {
		if n == 0 {
			f.State = Warning
		}
	}
	return f
}
