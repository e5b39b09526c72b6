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

// Profile is what is in force in a viewer.
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

	// ThumbnailsAsked reports that somebody asked for the thumbnails: the viewer shows them whatever
	// the width of its window, which decides only where nobody says anything.
	ThumbnailsAsked bool `json:"-"`
}

// Text says whether the document's text may leave the server: as words, and as drawings,
// whose letters are letters. Else its pages leave as pictures only.
func (p Profile) Text() bool { return p.TextSelection && p.Output != OutputImage }

// Pictures says whether a viewer shows pages as pictures.
func (p Profile) Pictures() bool {
	return p.Output == OutputImage || (p.Output != OutputHTML && !p.TextSelection)
}

// Reading says whether a viewer shows pages as reading text.
func (p Profile) Reading() bool { return p.Output == OutputText && p.TextSelection }

// PDF says whether the document may leave as PDF.
func (p Profile) PDF() bool { return p.Download != DownloadNone }

// Original says whether the document's original file may leave.
func (p Profile) Original() bool { return p.Download == DownloadOriginal }

// newProfile gives what is in force by what is said.
func newProfile(list property.List, said property.Values) Profile {
	all := complete(list, said)
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
		ThumbnailsAsked: said["thumbnailsShown"] == true,
	}
}

// complete gives every property's value: what is said, what follows from that, and for
// the rest the defaults.
func complete(list property.List, said property.Values) property.Values {
	all := property.Merge(list.Defaults(), said)
	if all["output"] == OutputImage {
		all["textSelection"] = false
	}
	if _, ok := said["download"]; !ok && all["textSelection"] == false {
		all["download"] = DownloadNone // the default would give the text that is withheld
	}
	if all["ribbon"] == true {
		all["initialLayout"] = LayoutHorizontal
	}
	return all
}

// FillWatermark puts what it stands for into the place of each placeholder.
func (p *Profile) FillWatermark(now time.Time, sessionID, reader string) {
	const told = 8 // characters of the id: all of it would be the grant
	p.Watermark = strings.NewReplacer(
		"{"+placeDate+"}", now.Format(time.DateOnly),
		"{"+placeSession+"}", sessionID[:min(told, len(sessionID))],
		"{"+placeName+"}", reader,
	).Replace(p.Watermark)
}

// Service keeps profiles and says which one is in force.
type Service struct {
	*property.Sets
}

// New returns a service that keeps its profiles in store, by the clock now. It calls onChange, which may be nil, with the name of each
// changed one.
func New(store property.Store, now func() time.Time, onChange event.Listener) *Service {
	return &Service{property.NewSets(List(), store, now, onChange)}
}

// Request is by what a viewer's profile is found.
type Request struct {
	Bound     string // the session's profile; empty for none
	Locked    bool   // the session's profile decides what is allowed
	Named     string // the profile that the viewer's address names; empty for none
	Overrides string // JSON of the viewer's address; empty for none
}

// Resolve gives the profile that is in force, and notices of what was asked for in vain.
func (s *Service) Resolve(ctx context.Context, r Request) (Profile, []sentence.Sentence, error) {
	if r.Locked {
		return s.resolveLocked(ctx, r)
	}
	name := r.Named
	if name == "" {
		name = r.Bound
	}
	said, notices, err := s.Choose(ctx, name, r.Overrides)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	return newProfile(s.List, said), notices, nil
}

// Preview gives the profile that overrides make of what is built in, whatever is stored, and
// notices of what was asked for in vain.
func (s *Service) Preview(overrides string) (Profile, []sentence.Sentence) {
	said, notices := s.Overrides(overrides)
	return newProfile(s.List, said), notices
}

// resolveLocked lets the address choose what is no permission, and nothing else.
func (s *Service) resolveLocked(ctx context.Context, r Request) (Profile, []sentence.Sentence, error) {
	owner, notices, err := s.granted(ctx, r.Bound)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	named, told, err := s.asked(ctx, r)
	if err != nil {
		return Profile{}, nil, fmt.Errorf("resolve profile: %w", err)
	}
	said, inForce := property.Merge(owner), complete(s.List, owner)
	var refused []string
	for _, p := range s.List.Properties {
		value, asked := named[p.Name]
		switch {
		case !asked:
		case !p.Permission:
			said[p.Name] = value
		case value != inForce[p.Name]:
			refused = append(refused, p.Name)
		}
	}
	notices = append(notices, told...)
	if len(refused) > 0 {
		notices = append(notices, sentence.New("locked", "This link does not let its address change {properties}.").With("properties",
			strings.Join(refused, ", ")))
	}
	return newProfile(s.List, said), notices, nil
}

// asked gives what the address alone says.
func (s *Service) asked(ctx context.Context, r Request) (property.Values, []sentence.Sentence, error) {
	named, found, err := s.Values(ctx, r.Named)
	if err != nil {
		return nil, nil, err
	}
	over, notices := s.Overrides(r.Overrides)
	if !found {
		notices = slices.Insert(notices, 0, sentence.New("profile-missing", `There is no profile "{name}": this link's own is in force.`).
			With("name", property.Quotable(r.Named)))
	}
	return property.Merge(named, over), notices, nil
}

// granted gives what the owner says. Where the profile that the session is bound to is
// not there any more, nobody knows what it forbade, so everything is.
func (s *Service) granted(ctx context.Context, bound string) (property.Values, []sentence.Sentence, error) {
	standard, _, err := s.Values(ctx, property.Standard)
	if err != nil {
		return nil, nil, err
	}
	named, found, err := s.Values(ctx, bound)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		gone := sentence.New("profile-gone", "The profile of this link is not there any more: it gives no more than pictures of the pages.")
		return property.Merge(standard, tightest()), []sentence.Sentence{gone}, nil
	}
	if bound == "" {
		named = standard
	}
	return withheld(s.List, standard, named), nil, nil
}

// withheld returns the values of a profile with what follows where the text may not leave: pages are shown as pictures,
// since in a drawing each letter says which one it is, and nothing is searched or downloaded unless the profile itself
// allows it, since both tell what is in the text. What the standard profile allows was not said of withheld text.
func withheld(list property.List, standard, named property.Values) property.Values {
	said := property.Merge(standard, named)
	all := complete(list, said)
	if all["textSelection"] == true {
		return said
	}
	if all["output"] != OutputThumbnails {
		said["output"] = OutputImage
	}
	if _, ok := named["search"]; !ok {
		said["search"] = false
	}
	if _, ok := named["download"]; !ok {
		said["download"] = DownloadNone
	}
	return said
}

func tightest() property.Values {
	return property.Values{
		"output": OutputImage, "print": false, "download": DownloadNone,
		"textSelection": false, "search": false, "frameAncestors": "'self'",
	}
}
