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
	Subfolders   bool          `json:"subfolders" doc:"Whether subfolders are watched as well."`
	Include      []string      `json:"include" nullable:"false" doc:"Patterns of the files to import, case-insensitive: * and ? match within a name, ** matches any folders. A pattern without a slash is matched against the file name. Default: all supported types." example:"[\"*.pdf\",\"*.docx\"]"`
	Exclude      []string      `json:"exclude" nullable:"false" doc:"Patterns of the files and folders to ignore. Default: hidden files, lock files of editors, and incomplete downloads. A subfolder to which originals are no longer moved is added." example:"[\"~$*\",\"drafts\"]"`
	Profile      string        `json:"profile" doc:"The viewer profile of imported documents, which their sessions enforce; empty for none." example:"reading"`
	Theme        string        `json:"theme" doc:"The viewer theme of imported documents; empty for none." example:"night"`
	Tags         []string      `json:"tags" nullable:"false" doc:"Tags of imported documents." example:"[\"inbox\"]"`
	Collection   string        `json:"collection" doc:"Identifier of the collection of imported documents; empty for none." example:"3xq7m2v5kq4yyb2gq6v4x5n7ta"`
	WebhookURL   sealedurl.URL `json:"webhookURL" doc:"Address that receives the events of imported documents; empty for none. Responses replace user information and secret parameters with REDACTED; an address that is sent back like this stays unchanged." example:"https://example.com/hook"`
	AfterSuccess After         `json:"afterSuccess" doc:"What happens to a file when its document is ready."`
	AfterFailure After         `json:"afterFailure" doc:"What happens to a file when its document has failed."`
	Duplicates   string        `json:"duplicates" enum:"skip,take" doc:"Whether a file with the same bytes as one imported from this folder before becomes another document."`
	Paused       bool          `json:"paused" doc:"Whether imports are paused."`
}

// After describes what happens to an original when its document is ready or has failed.
type After struct {
	Action string `json:"action" enum:"stay,move" doc:"The file is kept in place, or moved to a folder."`
	Folder string `json:"folder,omitempty" doc:"Absolute path of the destination folder, or a path relative to the watched folder." example:"/home/zoe/done"`
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
		return fault.Field("/name", "The name must be one line of at most %d characters.", maxName)
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
		return fault.Field("/duplicates", "The field duplicates must be skip or take, but is %q.", s.Duplicates)
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
