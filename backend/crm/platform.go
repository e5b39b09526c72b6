// Package crm connects to the CRM platforms that provide templates and receive results.
//
// To add a platform, implement [Platform] and register it in [New] under the name that integrations use. [Platform]
// documents the rules for errors, limits and sessions. A platform may send requests only through [outbound.Client].
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

	"lectern/backend/internal/outbound"
)

// Integration identifies a platform, its server and the caller's session.
type Integration struct {
	Type      string // the name of the platform
	ServerURL string // server address that the caller provided; empty for none
	LinkTo    string // the record that results are linked to; empty for none
	// SessionID is the caller's session; empty for none. It is a secret: it is only sent to the platform, and errors
	// must not contain it.
	SessionID string
}

// Platform provides templates to tasks and receives their results. Its methods are safe for concurrent use. When the
// context ends, the methods return its error. The amount of data that the methods read is limited.
//
// Errors that the user can fix have the type [*Error]. They are shown in the user's language and fail the task. Other
// errors are considered errors of the server, and the task is retried once.
type Platform interface {
	// Check validates an integration. It returns a fault of kind Invalid for an invalid field such as
	// /integration/serverURL. It sends no requests, because the caller waits for it.
	Check(in Integration) error
	// Template returns the content of a template, and its file name with an extension. The argument identifier is the
	// platform's identifier of the template. The caller closes the body and must limit how much it reads.
	Template(ctx context.Context, in Integration, identifier string) (name string, body io.ReadCloser, err error)
	// Query runs queries in the platform's language. It returns the result of each query as JSON, by the name of the
	// query. The queries come from the template and can contain tags, which are replaced with values of params, a JSON
	// object. Values are escaped so that they cannot change the query.
	Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage, error)
	// Store stores a document under a name with an extension, and returns the identifier that the platform gives to the
	// document. If record is not empty, the document is linked to that record. Existing documents are not overwritten.
	Store(ctx context.Context, in Integration, record, name string, file *os.File) (id string, err error)
}

// Config contains the dependencies and limits of [Platforms].
type Config struct {
	// Client sends the requests of all platforms.
	Client *outbound.Client
	// MaxTemplate returns the maximal size of a template, in bytes.
	MaxTemplate func() int64
	// Timeout is the time limit for requests that transfer a file; 0 means five minutes. The limit for other requests
	// is half a minute or less.
	Timeout time.Duration
}

// Platforms contains all available platforms.
type Platforms struct {
	salesforce *salesforce
	folder     *folder
	byType     map[string]Platform
}

// New returns the platforms. Before [Platforms.Configure] is called, no additional hosts are allowed, and no folder is
// configured.
func New(config Config) *Platforms {
	all := &Platforms{salesforce: newSalesforce(config), folder: &folder{}}
	all.byType = map[string]Platform{"Salesforce": all.salesforce, "Folder": all.folder}
	return all
}

// Configure sets the hosts to which sessions may be sent in addition to the hosts of the platforms themselves (see
// [outbound.ParseHosts]). It also sets the folder of templates; "" means none. The error means that a host is not
// valid.
func (p *Platforms) Configure(hosts []string, folder string) error {
	own, err := outbound.ParseHosts(hosts)
	if err != nil {
		return err
	}
	p.salesforce.allowedHosts.Store(&own)
	p.folder.path.Store(&folder)
	return nil
}

// Types returns the names of the platforms, sorted.
func (p *Platforms) Types() []string { return slices.Sorted(maps.Keys(p.byType)) }

// Find returns the platform with the given name. It returns an error if the name is not one of [Platforms.Types].
func (p *Platforms) Find(name string) (Platform, error) {
	found, there := p.byType[name]
	if !there { // a server with another version of Lectern has accepted the task
		return nil, fmt.Errorf("there is no platform %q", name)
	}
	return found, nil
}
