package watch

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/convert/filetype"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/sealedurl"
)

// Settings are the settings of a watched folder.
type Settings struct {
	Name         string        `json:"name" doc:"Display name." example:"Inbox"`
	Subfolders   bool          `json:"subfolders" doc:"Whether the folders below it are watched, too."`
	Include      []string      `json:"include" nullable:"false" doc:"Patterns of the files that are taken, without regard to case: * and ? within a name, ** for any folders. One without a slash is for names. Missing: all supported types." example:"[\"*.pdf\",\"*.docx\"]"`
	Exclude      []string      `json:"exclude" nullable:"false" doc:"Patterns of the files and folders that are not. Missing: hidden ones, locks of editors, and downloads that go on. A folder below this one that originals are not moved to any more is added." example:"[\"~$*\",\"drafts\"]"`
	Profile      string        `json:"profile" doc:"The viewer profile of what arrives; empty for none." example:"reading"`
	Theme        string        `json:"theme" doc:"The viewer theme of what arrives; empty for none." example:"night"`
	Tags         []string      `json:"tags" nullable:"false" doc:"Tags that what arrives gets." example:"[\"inbox\"]"`
	Collection   string        `json:"collection" doc:"Identifier of the collection that what arrives is put into; empty for none." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	WebhookURL   sealedurl.URL `json:"webhookURL" doc:"Address that receives the events of what arrives; empty for none. Answers have REDACTED in the place of user information and secret parameters; sent back so, the address stays as it is." example:"https://example.com/hook"`
	AfterSuccess After         `json:"afterSuccess" doc:"What becomes of a file when its document is ready."`
	AfterFailure After         `json:"afterFailure" doc:"What becomes of a file when its document has failed."`
	Duplicates   string        `json:"duplicates" enum:"skip,take" doc:"Whether a file whose bytes were taken from this folder already becomes a document of its own."`
	Paused       bool          `json:"paused" doc:"Whether nothing is taken for now."`
}

// After describes what happens to an original when its document has ended.
type After struct {
	Action string `json:"action" enum:"stay,move" doc:"It stays where it is, or is moved to a folder."`
	Folder string `json:"folder,omitempty" doc:"Absolute path of that folder, or one below the watched folder." example:"/home/zoe/done"`
}

// Actions of [After].
const (
	actionStay = "stay"
	actionMove = "move"
)

// Values of Settings.Duplicates.
const (
	duplicatesSkip = "skip"
	duplicatesTake = "take"
)

// DefaultSettings returns the settings of a new folder.
func DefaultSettings() Settings {
	s := Settings{
		Subfolders:   true,
		Include:      []string{},
		Exclude:      []string{".*", "~$*", ".~lock*", "*.part", "*.crdownload", "*.tmp"},
		Tags:         []string{},
		AfterSuccess: After{Action: actionStay},
		AfterFailure: After{Action: actionStay},
		Duplicates:   duplicatesSkip,
	}
	for _, kind := range filetype.All() {
		s.Include = append(s.Include, "*."+string(kind))
	}
	return s
}

// Limits of settings.
const (
	maxName     = 200 // characters
	maxPatterns = 100
	maxPattern  = 200 // bytes
	maxPath     = 4000
)

// normalize validates the settings that are about files, and brings them into their stored form.
func (s *Settings) normalize() error {
	if s.Name = strings.TrimSpace(s.Name); utf8.RuneCountInString(s.Name) > maxName || strings.ContainsFunc(s.Name, unicode.IsControl) {
		return fault.Field("/name", "The name is one line of at most %d characters.", maxName)
	}
	for _, list := range []struct {
		field    string
		patterns *[]string
	}{{"/include", &s.Include}, {"/exclude", &s.Exclude}} {
		if err := checkPatterns(list.field, *list.patterns); err != nil {
			return err
		}
		if *list.patterns == nil {
			*list.patterns = []string{}
		}
	}
	if len(s.Include) == 0 {
		s.Include = DefaultSettings().Include
	}
	if s.Duplicates != duplicatesSkip && s.Duplicates != duplicatesTake {
		return fault.Field("/duplicates", "The field duplicates is skip or take; it was %q.", s.Duplicates)
	}
	if s.Tags == nil {
		s.Tags = []string{}
	}
	return nil
}

// afterEnd returns what happens to an original when its document has failed or is ready.
func (s *Settings) afterEnd(failed bool) After {
	if failed {
		return s.AfterFailure
	}
	return s.AfterSuccess
}
