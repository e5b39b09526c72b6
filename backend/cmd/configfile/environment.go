package configfile

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"lectern/converters/wire/nearest"
)

// Environment says which variables a program has.
type Environment struct {
	Prefix string   // that all its variables have
	Others []string // those that are no flags'; one that ends in _ stands for all that begin so
}

// Unknown gives the variables that are set and called as the program's are, and are neither those of flags nor
// others, as mistakes.
func (e Environment) Unknown(flags []*kong.Flag) (unknown []Mistake) {
	known := e.own(e.Others) // without what all have, which would make each near
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

// own gives the variables that are called as the program's are, without their prefix.
func (e Environment) own(variables []string) (names []string) {
	for _, variable := range variables {
		if own, is := strings.CutPrefix(variable, e.Prefix); is && !strings.HasSuffix(own, "_") {
			names = append(names, own)
		}
	}
	return names
}

// hasAll says whether all variables that begin as one does are the program's.
func (e Environment) hasAll(own string) bool {
	return slices.ContainsFunc(e.Others, func(other string) bool {
		return strings.HasSuffix(other, "_") && strings.HasPrefix(e.Prefix+own, other)
	})
}

// discovery is how variables are called by which Kubernetes tells where a service is; of a service with the
// program's name they have its prefix (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
var discovery = regexp.MustCompile(`^(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_.+)?)$`)

func isDiscovery(own, value string) bool {
	return discovery.MatchString(own) || own == "PORT" && strings.Contains(value, "://")
}
