package configfile

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"lectern/converters/wire/nearest"
)

// Environment lists the environment variables of a program.
type Environment struct {
	Prefix string   // prefix of all variables
	Others []string // variables besides those of flags; one that ends in _ is a prefix
}

// Unknown returns a mistake for each variable that is set and has the prefix of the program, but is neither a flag's
// variable nor one of Others.
func (e Environment) Unknown(flags []*kong.Flag) (unknown []Mistake) {
	known := e.own(e.Others) // without the prefix, which would make all names similar
	for _, flag := range flags {
		known = append(known, e.own(flag.Envs)...)
	}
	for _, variable := range slices.Sorted(slices.Values(os.Environ())) {
		name, value, _ := strings.Cut(variable, "=")
		own, is := strings.CutPrefix(name, e.Prefix)
		if !is || slices.Contains(known, own) || e.hasAll(own) || isDiscovery(own, value) {
			continue
		}
		meant := nearest.Name(own, known)
		if meant != "" {
			meant = e.Prefix + meant
		}
		unknown = append(unknown, Mistake{Place: name, Message: "there is no such variable", Nearest: meant})
	}
	return unknown
}

// own returns the variables with the prefix of the program, without that prefix.
func (e Environment) own(variables []string) (names []string) {
	for _, variable := range variables {
		if own, is := strings.CutPrefix(variable, e.Prefix); is && !strings.HasSuffix(own, "_") {
			names = append(names, own)
		}
	}
	return names
}

// hasAll reports whether a prefix in Others covers a variable.
func (e Environment) hasAll(own string) bool {
	return slices.ContainsFunc(e.Others, func(other string) bool {
		return strings.HasSuffix(other, "_") && strings.HasPrefix(e.Prefix+own, other)
	})
}

// discovery matches the variables that Kubernetes sets for services. Those of a service with the name of the program
// have the prefix of its variables
// (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
var discovery = regexp.MustCompile(`^(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_.+)?)$`)

func isDiscovery(own, value string) bool {
	return discovery.MatchString(own) || own == "PORT" && strings.Contains(value, "://")
}
