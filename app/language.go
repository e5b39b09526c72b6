package app

import (
	"cmp"
	"os"
	"strings"
)

// resolveLanguage returns the BCP 47 tag of the window's language: the chosen one, or the language of the system if
// none is chosen. It returns "en" if Lectern does not support that language.
func resolveLanguage(chosen string) string {
	all := languages()
	if base := primarySubtag(cmp.Or(chosen, systemLanguage())); all[base] != (texts{}) {
		return base
	}
	return "en"
}

// primarySubtag returns the language of a BCP 47 tag, without the region.
func primarySubtag(tag string) string {
	language, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(language)
}

// systemLanguage returns the BCP 47 tag of the first language in the environment variables that Lectern supports, or
// English if it supports none. Like gettext, it uses LANGUAGE before the locale.
func systemLanguage() string {
	all, locale := languages(), tagOf(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")))
	if locale == "" {
		return "en"
	}
	for name := range strings.SplitSeq(os.Getenv("LANGUAGE"), ":") {
		if _, known := all[primarySubtag(tagOf(name))]; known {
			return tagOf(name)
		}
	}
	if _, known := all[primarySubtag(locale)]; known {
		return locale
	}
	return "en"
}

// tagOf returns the BCP 47 tag of a locale: for example fr-CA for fr_CA.UTF-8@euro, and "" for C and POSIX.
func tagOf(locale string) string {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "C" || name == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(name, "_", "-")
}
