package profile

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/event"
	"lectern/backend/property"
	"lectern/backend/sentence"
)

// Profile contains the values of all properties for a viewer.
type Profile struct {
	HomeURL         string `json:"homeURL"`
	OpenedPage      int    `json:"openedPage"`
	Output          string `json:"output"`
	ThumbnailsShown bool   `json:"thumbnailsShown"`
	Ribbon          bool   `json:"ribbon"`
	InitialLayout   string `json:"initialLayout"`
	Print           bool   `json:"print"`
	Download        string `json:"download"`
	TextSelection   bool   `json:"textSelection"`
	Search          bool   `json:"search"`
	Watermark       string `json:"watermark"`
	FrameAncestors  string `json:"frameAncestors"`

	// ThumbnailsAsked reports whether thumbnails were requested explicitly. The viewer then shows them in narrow
	// windows, too.
	ThumbnailsAsked bool `json:"-"`
}

// Text reports whether the document's text may leave the server, as text or in SVG pages, whose glyphs can be read as
// text. If not, pages are only served as images.
func (p Profile) Text() bool { return p.TextSelection && p.Output != OutputImage }

// Pictures reports whether the viewer shows pages as images.
func (p Profile) Pictures() bool {
	return p.Output == OutputImage || (p.Output != OutputHTML && !p.TextSelection)
}

// Reading reports whether the viewer shows pages as reflowed text.
func (p Profile) Reading() bool { return p.Output == OutputText && p.TextSelection }

// PDF reports whether the document may be downloaded as PDF.
func (p Profile) PDF() bool { return p.Download != DownloadNone }

// Original reports whether the original file may be downloaded.
func (p Profile) Original() bool { return p.Download == DownloadOriginal }

// newProfile returns the profile with some values and defaults for the rest.
func newProfile(list property.List, values property.Values) Profile {
	all := complete(list, values)
	return Profile{
		HomeURL:         all["homeURL"].(string),
		OpenedPage:      all["openedPage"].(int),
		Output:          all["output"].(string),
		ThumbnailsShown: all["thumbnailsShown"].(bool),
		Ribbon:          all["ribbon"].(bool),
		InitialLayout:   all["initialLayout"].(string),
		Print:           all["print"].(bool),
		Download:        all["download"].(string),
		TextSelection:   all["textSelection"].(bool),
		Search:          all["search"].(bool),
		Watermark:       all["watermark"].(string),
		FrameAncestors:  all["frameAncestors"].(string),
		ThumbnailsAsked: values["thumbnailsShown"] == true,
	}
}

// complete returns the values of all properties: the given ones, those that follow from them, and defaults.
func complete(list property.List, values property.Values) property.Values {
	all := property.Merge(list.Defaults(), values)
	if all["output"] == OutputImage {
		all["textSelection"] = false
	}
	if _, ok := values["download"]; !ok && all["textSelection"] == false {
		all["download"] = DownloadNone // a download would contain the text that is withheld
	}
	if all["ribbon"] == true {
		all["initialLayout"] = LayoutHorizontal
	}
	return all
}

// FillWatermark replaces the placeholders of the watermark.
func (p *Profile) FillWatermark(now time.Time, sessionID, reader string) {
	const shown = 8 // characters of the id, which as a whole would grant access
	p.Watermark = strings.NewReplacer(
		"{"+placeDate+"}", now.Format(time.DateOnly),
		"{"+placeSession+"}", sessionID[:min(shown, len(sessionID))],
		"{"+placeName+"}", reader,
	).Replace(p.Watermark)
}

// Service manages stored profiles and selects the one of a viewer.
type Service struct {
	*property.Sets
}

// New returns a service that keeps its profiles in store. It calls onChange, which may be nil, with the name of each
// changed one.
func New(store property.Store, onChange event.Listener) *Service {
	return &Service{property.NewSets(List(), store, onChange)}
}

// Request is what determines the profile of a viewer.
type Request struct {
	Bound     string // name of the session's profile; empty for none
	Locked    bool   // the viewer's address cannot change what the session's profile forbids
	Named     string // name of the profile in the viewer's address; empty for none
	Overrides string // JSON in the viewer's address; empty for none
}

// Resolve returns the profile of a viewer, and notices about names and values that are not valid.
func (s *Service) Resolve(ctx context.Context, r Request) (Profile, []sentence.Sentence, error) {
	if r.Locked {
		return s.resolveLocked(ctx, r)
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

// Preview returns the built-in profile with overrides, whatever is stored, and notices about values that are not valid.
func (s *Service) Preview(overrides string) (Profile, []sentence.Sentence) {
	values, notices := s.Overrides(overrides)
	return newProfile(s.List, values), notices
}

// resolveLocked returns a profile in which the viewer's address can change only properties that are not permissions.
func (s *Service) resolveLocked(ctx context.Context, r Request) (Profile, []sentence.Sentence, error) {
	owner, notices, err := s.fromOwner(ctx, r.Bound)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	named, unknown, err := s.fromAddress(ctx, r)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	values, inForce := property.Merge(owner), complete(s.List, owner)
	var refused []string
	for _, p := range s.List.Properties {
		value, set := named[p.Name]
		switch {
		case !set:
		case !p.Permission:
			values[p.Name] = value
		case value != inForce[p.Name]:
			refused = append(refused, p.Name)
		}
	}
	notices = append(notices, unknown...)
	if len(refused) > 0 {
		notices = append(notices, sentence.New("locked", "The address of this link cannot change {properties}.").With("properties",
			strings.Join(refused, ", ")))
	}
	return newProfile(s.List, values), notices, nil
}

// fromAddress returns the values in the viewer's address.
func (s *Service) fromAddress(ctx context.Context, r Request) (property.Values, []sentence.Sentence, error) {
	named, found, err := s.Values(ctx, r.Named)
	if err != nil {
		return nil, nil, err
	}
	over, notices := s.Overrides(r.Overrides)
	if !found {
		notices = slices.Insert(notices, 0, sentence.New("profile-missing", `There is no profile "{name}": the profile of this link is used.`).
			With("name", property.Quotable(r.Named)))
	}
	return property.Merge(named, over), notices, nil
}

// fromOwner returns the values that the owner has set. If the session's profile was deleted, it is not known what it
// forbade, so all permissions are denied.
func (s *Service) fromOwner(ctx context.Context, bound string) (property.Values, []sentence.Sentence, error) {
	standard, _, err := s.Values(ctx, property.Standard)
	if err != nil {
		return nil, nil, err
	}
	named, found, err := s.Values(ctx, bound)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		gone := sentence.New("profile-gone", "The profile of this link no longer exists: only images of the pages are shown.")
		return property.Merge(standard, tightest()), []sentence.Sentence{gone}, nil
	}
	if bound == "" {
		named = standard
	}
	return withheld(s.List, standard, named), nil, nil
}

// withheld returns the values of a profile whose text may not leave the server. Pages are shown as images, because
// glyphs in SVG can be read as text. Search and downloads, which reveal text, are off unless the profile itself allows
// them; what the default profile allows does not count.
func withheld(list property.List, standard, named property.Values) property.Values {
	values := property.Merge(standard, named)
	all := complete(list, values)
	if all["textSelection"] == true {
		return values
	}
	if all["output"] != OutputThumbnails {
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

func tightest() property.Values {
	return property.Values{
		"output": OutputImage, "print": false, "download": DownloadNone,
		"textSelection": false, "search": false, "frameAncestors": "'self'",
	}
}
