// Package crm works with the platforms that templates come from and finished documents go to.
//
// A further platform is a type that implements [Platform], and a line in [New] that gives it the name
// by which integrations ask for it. It keeps to what is said there of errors, bounds and sessions, and
// reaches out through [guard.Client] alone.
package crm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"lectern/backend/internal/guard"
)

// Integration says which platform is meant, where it is, and in whose name it is asked.
type Integration struct {
	Type      string // the name of the platform
	ServerURL string // the address of its server, as the caller gives it; empty for none
	LinkTo    string // the record that results are linked to; empty for none
	// SessionID is the caller's session there; empty for none. It is a secret: it is sent to the
	// platform, and is in nothing else, no error either.
	SessionID string
}

// Platform is one that tasks work with. Its methods are called by several goroutines at once, and end
// with their context, whose error they give as it is. All that they read has a bound.
//
// What a person can do something about is an [*Error], which is told in the person's language and
// ends the task. Any other error is taken for the server's own: the task is tried once more.
type Platform interface {
	// Check says what of an integration cannot be, as a fault of kind Invalid that blames the field,
	// such as /integration/serverURL. It asks nobody: it is called while the caller waits.
	Check(in Integration) error
	// Template gives the file of a template by the platform's own identifier, with a name that has
	// its extension. The caller closes the body, and reads no more of it than it takes in.
	Template(ctx context.Context, in Integration, identifier string) (name string, body io.ReadCloser, err error)
	// Query asks queries, in the platform's own language, and gives what they find as JSON by the
	// same names. The queries are the template's and have tags for values of the parameters, a JSON
	// object: those are put in so that they stay values, whatever is in them.
	Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage, error)
	// Store stores a finished document under a name with its extension, linked to a record unless
	// that is empty, and gives the platform's identifier of it. It overwrites nothing.
	Store(ctx context.Context, in Integration, record, name string, file *os.File) (id string, err error)
}

// Parts are what the platforms work with.
type Parts struct {
	// Client sends all requests.
	Client *guard.Client
	// MaxTemplate gives how many bytes a template may have.
	MaxTemplate func() int64
	// Time bounds a request that moves a file; 0 is five minutes. Others have half a minute at most.
	Time time.Duration
}

// Platforms are all that there are.
type Platforms struct {
	salesforce *salesforce
	folder     *folder
	byType     map[string]Platform
}

// New makes the platforms. Until [Platforms.Configure] is called, the owner has named no host and no
// folder.
func New(p Parts) *Platforms {
	all := &Platforms{salesforce: newSalesforce(p), folder: &folder{}}
	all.byType = map[string]Platform{"Salesforce": all.salesforce, "Folder": all.folder}
	return all
}

// Configure sets what the owner of the server has said: hosts that may be asked besides the
// platforms' own ([guard.ParseHosts]), and the folder of templates, empty for none.
func (p *Platforms) Configure(hosts []string, folder string) error {
	own, err := guard.ParseHosts(hosts)
	if err != nil {
		return err
	}
	p.salesforce.own.Store(&own)
	p.folder.path.Store(&folder)
	return nil
}

// Types lists the names of the platforms, sorted.
func (p *Platforms) Types() []string { return slices.Sorted(maps.Keys(p.byType)) }

// Find gives a platform by its name, which is one of [Platforms.Types].
func (p *Platforms) Find(name string) (Platform, error) {
	found, there := p.byType[name]
	if !there { // the task was posted to another version of the program
		return nil, fmt.Errorf("there is no platform %q", name)
	}
	return found, nil
}
