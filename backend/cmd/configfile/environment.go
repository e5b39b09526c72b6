package configfile

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"lectern/converters/wire/nearest"
)

// Environment describes the environment variables of a program.
type Environment struct {
	Prefix string // prefix of all variables
	// further variables of the program, which belong to no flag; an entry that ends in _ is a prefix of variables
	Others []string
}

// Unknown returns a mistake for each variable in the environment that has the prefix of the program but is unknown: it
// is not a flag's variable and not in Others.
func (e Environment) Unknown(flags []*kong.Flag) (unknown []Mistake) {
	known := e.trimPrefix(e.Others) // without the prefix, which would make all names look similar
	for _, flag := range flags {
		known = append(known, e.trimPrefix(flag.Envs)...)
	}
	for _, variable := range slices.Sorted(slices.Values(os.Environ())) {
		name, value, _ := strings.Cut(variable, "=")
		own, is := strings.CutPrefix(name, e.Prefix)
		if !is || slices.Contains(known, own) || e.isOther(own) || isKubernetesVariable(own, value) {
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

// trimPrefix returns the variables that have the prefix of the program, without the prefix.
func (e Environment) trimPrefix(variables []string) (names []string) {
	for _, variable := range variables {
		if own, is := strings.CutPrefix(variable, e.Prefix); is && !strings.HasSuffix(own, "_") {
			names = append(names, own)
		}
	}
	return names
}

// isOther reports whether a prefix in Others matches a variable, which is given without the prefix of the program.
func (e Environment) isOther(name string) bool {
	return slices.ContainsFunc(e.Others, func(other string) bool {
		return strings.HasSuffix(other, "_") && strings.HasPrefix(e.Prefix+name, other)
	})
}

// kubernetesVariable matches variables that Kubernetes sets for services, without the prefix of the program. The
// variables of a service that has the name of the program have the same prefix as the program's own
// (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
var kubernetesVariable = regexp.MustCompile(`^(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_.+)?)$`)

func isKubernetesVariable(name, value string) bool {
	return kubernetesVariable.MatchString(name) || name == "PORT" && strings.Contains(value, "://")
}
