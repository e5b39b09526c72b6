package profile

import (
	"context"
	"fmt"
	"strings"

	"lectern/backend/property"
	"lectern/backend/sentence"
)

// Enforcement states what a viewer's address can change of the profile that its session or document names.
type Enforcement int

const (
	// Advised means that the viewer's address can change everything. The profile only affects the presentation.
	Advised Enforcement = iota
	// Enforced means that the viewer's address can change the presentation and tighten permissions. Other requests in
	// the address are ignored silently.
	Enforced
	// Locked is like Enforced, but the viewer's address cannot change properties with [property.Property.Fixed] either,
	// and the reader is notified of what is ignored. If no profile is named, the profile named default is enforced.
	Locked
)

// Request contains everything that determines the profile of a viewer.
type Request struct {
	Bound       string // name of the profile of the session or its document; empty for none
	Enforcement Enforcement
	Named       string // name of the profile in the viewer's address; empty for none
	Overrides   string // JSON in the viewer's address; empty for none
}

// Resolve returns the profile of a viewer, and notices about names and values that are not valid.
func (s *Service) Resolve(ctx context.Context, r Request) (Profile, []sentence.Sentence, error) {
	if r.Enforcement != Advised {
		return s.resolveEnforced(ctx, r)
	}
	name := r.Named
	if name == "" {
		name = r.Bound
	}
	values, notices, err := s.Choose(ctx, name, r.Overrides)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	return newProfile(s.List, values), notices, nil
}

// resolveEnforced returns a profile with the permissions of the owner's profile. The viewer's address can only make
// these permissions stricter. Package web/viewer rejects requests that the permissions forbid.
func (s *Service) resolveEnforced(ctx context.Context, r Request) (Profile, []sentence.Sentence, error) {
	standard, _, err := s.Values(ctx, property.Standard)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	owner, notices, err := s.ownerValues(ctx, standard, r.Bound)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	asked, err := s.addressValues(ctx, r)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	enforced, values := complete(s.List, owner), owner
	if asked.named && r.Enforcement != Locked {
		values = resetPresentation(s.List, enforced, owner, standard)
	}
	ignored := applyRequested(s.List, enforced, values, asked.values, r.Enforcement)
	notices = append(notices, asked.notices...)
	if r.Enforcement == Locked && len(ignored) > 0 {
		notices = append(notices, sentence.New("locked", "The address of this link cannot change {properties}.").With("properties",
			strings.Join(ignored, ", ")))
	}
	resolved := newProfile(s.List, values)
	resolved.TextWithheld = enforced["textSelection"] == false
	return resolved, notices, nil
}

// resetPresentation returns the owner's permissions with the presentation of the profile named default.
func resetPresentation(list property.List, enforced, owner, standard property.Values) property.Values {
	values := property.Merge(owner)
	for _, p := range list.Properties {
		value, set := standard[p.Name]
		if !set {
			value = p.Default
		}
		if p.Permission() && !p.Fixed || !p.Permits(enforced, value) {
			continue
		}
		delete(values, p.Name)
		if set {
			values[p.Name] = value
		}
	}
	return values
}

// applyRequested sets in values those values from the viewer's address (requested) that the enforced profile (enforced)
// permits. It returns the names of the properties whose values in the address are ignored.
func applyRequested(list property.List, enforced, values, requested property.Values, e Enforcement) (ignored []string) {
	for _, p := range list.Properties {
		value, set := requested[p.Name]
		switch {
		case !set:
		case value == enforced[p.Name], p.Permits(enforced, value) && !(p.Fixed && e == Locked):
			values[p.Name] = value
		default:
			ignored = append(ignored, p.Name)
		}
	}
	return ignored
}

// address contains the values that the viewer's address requests.
type address struct {
	values  property.Values
	named   bool // it names a profile that exists
	notices []sentence.Sentence
}

func (s *Service) addressValues(ctx context.Context, r Request) (requested address, err error) {
	named, found, err := s.Values(ctx, r.Named)
	if err != nil {
		return requested, err
	}
	if !found {
		requested.notices = append(requested.notices, sentence.New("profile-missing",
			`This document is shown with the settings of its link because the profile "{name}" in the address does not exist.`).
			With("name", property.Quotable(r.Named)))
	}
	overrides, notices := s.Overrides(r.Overrides)
	requested.values, requested.named = property.Merge(named, overrides), found && r.Named != ""
	requested.notices = append(requested.notices, notices...)
	return requested, nil
}

// ownerValues returns the values of the profile that the owner has chosen. If that profile was deleted, it is not known
// which permissions it denied, so all permissions are denied.
func (s *Service) ownerValues(ctx context.Context, standard property.Values, bound string) (property.Values, []sentence.Sentence, error) {
	named, found, err := s.Values(ctx, bound)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		gone := sentence.New("profile-gone", "The profile of this link no longer exists: only images of the pages are shown.")
		return property.Merge(standard, strictest()), []sentence.Sentence{gone}, nil
	}
	if bound == "" {
		named = standard
	}
	return withholdText(s.List, standard, named), nil, nil
}

// withholdText returns the values of a profile whose text may not leave the server. Pages are shown as images, because
// glyphs in SVG can be read as text. Search and downloads, which reveal text, are off unless the profile itself allows
// them; what the default profile allows does not count.
func withholdText(list property.List, standard, named property.Values) property.Values {
	values := property.Merge(standard, named)
	if complete(list, values)["textSelection"] == true {
		return values
	}
	// The output img withholds text, too, but the viewer's address can change it to thumbnails.
	values["textSelection"] = false
	if values["output"] != OutputThumbnails {
		values["output"] = OutputImage
	}
	if _, ok := named["search"]; !ok {
		values["search"] = false
	}
	if _, ok := named["download"]; !ok {
		values["download"] = DownloadNone
	}
	return values
}

func strictest() property.Values {
	return property.Values{
		"output": OutputImage, "print": false, "download": DownloadNone,
		"textSelection": false, "search": false, "frameAncestors": "'self'",
	}
}
