package api

import (
	"context"
	"net/http"
	"time"

	"lectern/backend/account"
	"lectern/backend/library/doctor"
	"lectern/backend/sentence"
	"lectern/backend/sentence/telling"
	"lectern/backend/web/api/route"
)

// ServerStatus describes the server, its limits and the addresses under which it is reached.
type ServerStatus struct {
	Version       string   `json:"version" doc:"Lectern's version." example:"1.0.0"`
	StartedAt     string   `json:"startedAt" doc:"Since when it runs, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	URL           string   `json:"url" doc:"Address under which this machine reaches it." example:"http://127.0.0.1:7420"`
	PublicURL     string   `json:"publicURL" doc:"Address that readers are given: that of the settings, or else the one by which this machine reaches it." example:"https://example.com/documents"`
	Addr          string   `json:"addr" doc:"What it listens on, HOST:PORT." example:"127.0.0.1:7420"`
	AddrFlag      bool     `json:"addrFlag" doc:"Whether the flag --addr was given: then the setting addr is passed over."`
	AddrTaken     string   `json:"addrTaken,omitempty" doc:"What it was to listen on, HOST:PORT, where another program had that port: until it is started again it listens on addr instead." example:"127.0.0.1:7420"`
	Reach         string   `json:"reach" enum:"machine,network" doc:"Who reaches the address that it listens on: this machine alone, or others too."`
	NetworkURLs   []string `json:"networkURLs" nullable:"false" doc:"Addresses by which other machines of the networks that this one is in reach it, or would, if it listened for them." example:"[\"http://192.168.1.5:7420\"]"`
	DataFolder    string   `json:"dataFolder,omitempty" doc:"Folder of the library. Told to keys of the role admin." example:"/home/zoe/.local/share/lectern"`
	Office        bool     `json:"office" doc:"Whether Office documents can be converted: there is a LibreOffice, and a new enough one. The check of the machine says what it lacks."`
	Memory        int64    `json:"memory" doc:"Bytes that the process of one document may use, as the flag --memory says." example:"2000000000"`
	Workers       int      `json:"workers" doc:"Office documents that are converted at once, as the flag --workers says." example:"4"`
	MaxPages      int      `json:"maxPages" doc:"Pages that a document may have, as the flag --max-pages says." example:"20000"`
	MaxInflation  int64    `json:"maxInflation" doc:"Bytes that an Office document may unpack to, as the flag --max-inflation says." example:"2000000000"`
	FetchSecs     float64  `json:"fetchSeconds" doc:"Seconds that fetching a document may take, as the flag --fetch-time says." example:"300"`
	DeadlineLimit int      `json:"deadlineLimit" doc:"The most that the setting deadlineSeconds may be, as the flag --deadline says." example:"120"`

	RestorePending bool   `json:"restorePending" doc:"Whether a restored backup takes the place of the library when the server starts again."`
	RestoreProblem string `json:"restoreProblem,omitempty" doc:"Why it has not done so at this start, where it was to; the library stayed as it was. Told to keys of the role admin." example:"rename content: device or resource busy"`
}

type serverStatusOutput struct{ Body ServerStatus }

// serverHandler describes and checks this server.
type serverHandler struct {
	accounts *account.Service
	status   func() ServerStatus
	started  time.Time
	check    func(context.Context) ([]doctor.Finding, error)
}

func (h *serverHandler) routes(r *route.Router) {
	route.Add(r, getServer, h.get)
	route.Add(r, getDoctor, h.checkMachine)
}

var getServer = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/server",
	ID:      "get-server",
	Summary: "Get the server's status",
	Description: "Tells its version, the addresses under which it is reached, and what the flags of its start say that the settings " +
		"cannot change.",
}

type serverInput struct {
	Key string `header:"Authorization" hidden:"true"`
}

func (h *serverHandler) get(ctx context.Context, in *serverInput) (*serverStatusOutput, error) {
	status := h.status()
	status.StartedAt = timeText(h.started)
	if h.accounts.Check(ctx, in.Key, account.Admin) != nil {
		status.DataFolder, status.RestoreProblem = "", ""
	}
	return &serverStatusOutput{status}, nil
}

// Finding is a result of a check of the machine.
type Finding struct {
	doctor.Finding
	// LocalCheck, LocalDetail and LocalMend are translations for readers of another language than English.
	LocalCheck  string `json:"localCheck,omitempty" doc:"The check in the language that Accept-Language prefers; absent where that is English, or lacks it." example:"polices"`
	LocalDetail string `json:"localDetail,omitempty" doc:"The detail in that language." example:"79 polices sont fournies avec LibreOffice"`
	LocalMend   string `json:"localMend,omitempty" doc:"What to do in that language." example:"lancez « make libreoffice »"`
}

type findingsOutput struct{ Body []Finding }

var getDoctor = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/doctor",
	ID:      "get-doctor",
	Summary: "Check the server's machine",
	Description: "Looks whether the machine has what Lectern needs, as `lectern doctor` does: LibreOffice, fonts, disk, port, and what " +
		"holds the converters in their sandbox. " +
		"It starts converters, and takes some seconds.",
	Right:  account.Admin,
	Errors: []int{http.StatusTooManyRequests},
}

func (h *serverHandler) checkMachine(ctx context.Context, _ *struct{}) (*findingsOutput, error) {
	findings, err := h.check(ctx)
	out := &findingsOutput{Body: make([]Finding, len(findings))}
	for i, f := range findings {
		local := func(message sentence.Kept) string { return telling.Local(ctx, message.Sentence()) }
		out.Body[i] = Finding{f, local(f.Check), local(f.Detail), local(f.Mend)}
	}
	return out, err
}
