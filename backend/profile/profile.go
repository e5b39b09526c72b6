package profile

import (
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

	// TextWithheld reports whether the profile is enforced and withholds the text, whatever the viewer's address says.
	TextWithheld bool `json:"-"`

	// ThumbnailsRequested reports whether thumbnails were requested explicitly. The viewer then shows them in narrow
	// windows, too.
	ThumbnailsRequested bool `json:"-"`
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

// newProfile returns a profile with the given values, and with defaults for properties that have no value.
func newProfile(list property.List, values property.Values) Profile {
	all := complete(list, values)
	return Profile{
		HomeURL:             all["homeURL"].(string),
		OpenedPage:          all["openedPage"].(int),
		Output:              all["output"].(string),
		ThumbnailsShown:     all["thumbnailsShown"].(bool),
		Ribbon:              all["ribbon"].(bool),
		InitialLayout:       all["initialLayout"].(string),
		Print:               all["print"].(bool),
		Download:            all["download"].(string),
		TextSelection:       all["textSelection"].(bool),
		Search:              all["search"].(bool),
		Watermark:           all["watermark"].(string),
		FrameAncestors:      all["frameAncestors"].(string),
		ThumbnailsRequested: values["thumbnailsShown"] == true,
	}
}

// complete returns the values of all properties: the given values, values that follow from them, and defaults.
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
	const shown = 8 // characters of the id; the whole id would grant access
	p.Watermark = strings.NewReplacer(
		"{"+datePlaceholder+"}", now.Format(time.DateOnly),
		"{"+sessionPlaceholder+"}", sessionID[:min(shown, len(sessionID))],
		"{"+namePlaceholder+"}", reader,
	).Replace(p.Watermark)
}

// Service manages stored profiles and selects the profile of a viewer.
type Service struct {
	*property.Sets
}

// New returns a service that keeps its profiles in store. It calls onChange, which may be nil, with the name of each
// changed profile.
func New(store property.Store, onChange event.Listener) *Service {
	return &Service{property.NewSets(List(), store, onChange)}
}

// Preview returns the built-in profile with overrides, independent of stored profiles, and notices about values that
// are not valid.
func (s *Service) Preview(overrides string) (Profile, []sentence.Sentence) {
	values, notices := s.Overrides(overrides)
	return newProfile(s.List, values), notices
}
