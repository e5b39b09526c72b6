package api

import (
	"context"
	"net/http"
	"time"

	"lectern/backend/account"
	"lectern/backend/library/doctor"
	"lectern/backend/sentence"
	"lectern/backend/sentence/translation"
	"lectern/backend/web/api/route"
)

// ServerStatus describes the server, its limits and the addresses under which it is reached.
type ServerStatus struct {
	Version       string   `json:"version" doc:"Version of Lectern." example:"0.9.0+1a2b3c4d"`
	StartedAt     string   `json:"startedAt" doc:"When the server started, ISO 8601." example:"2026-01-02T03:04:05.678+00:00"`
	URL           string   `json:"url" doc:"Address of the server on this machine." example:"http://127.0.0.1:7420"`
	PublicURL     string   `json:"publicURL" doc:"Address of the server for readers: the one in the settings, or else its address on this machine." example:"https://example.com/documents"`
	Addr          string   `json:"addr" doc:"Address that the server listens on, HOST:PORT." example:"127.0.0.1:7420"`
	AddrFlag      bool     `json:"addrFlag" doc:"Whether the flag --addr was given, which takes precedence over the setting addr."`
	AddrTaken     string   `json:"addrTaken,omitempty" doc:"Configured address, HOST:PORT, if another program used its port at the start; until the next start the server listens on addr instead." example:"127.0.0.1:7420"`
	Reach         string   `json:"reach" enum:"machine,network" doc:"Who can reach the address that the server listens on: only this machine, or others as well."`
	NetworkURLs   []string `json:"networkURLs" nullable:"false" doc:"Addresses of this machine in its networks. Other machines can reach the server under them if it listens on all networks." example:"[\"http://192.168.1.5:7420\"]"`
	DataFolder    string   `json:"dataFolder,omitempty" doc:"Folder of the library. Only returned to keys with the role admin." example:"/home/zoe/.local/share/lectern"`
	Office        bool     `json:"office" doc:"Whether Office documents can be converted, which requires a recent LibreOffice. The check of the machine reports what is missing."`
	Memory        int64    `json:"memory" doc:"Memory limit of the process of one document in bytes, from the flag --memory." example:"2000000000"`
	Workers       int      `json:"workers" doc:"Number of Office documents that are converted at the same time, from the flag --workers." example:"4"`
	MaxPages      int      `json:"maxPages" doc:"Page limit of a document, from the flag --max-pages." example:"20000"`
	MaxInflation  int64    `json:"maxInflation" doc:"Unpacked size limit of an Office document in bytes, from the flag --max-inflation." example:"2000000000"`
	FetchSecs     float64  `json:"fetchSeconds" doc:"Time limit for fetching a document in seconds, from the flag --fetch-time." example:"300"`
	DeadlineLimit int      `json:"deadlineLimit" doc:"Upper limit of the setting deadlineSeconds, from the flag --deadline." example:"120"`

	RestorePending bool   `json:"restorePending" doc:"Whether a restored backup replaces the library at the next start."`
	RestoreProblem string `json:"restoreProblem,omitempty" doc:"Why a restored backup could not replace the library at this start; the library is unchanged. Only returned to keys with the role admin." example:"rename content: device or resource busy"`
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
	Method:      http.MethodGet,
	Path:        route.Base + "/server",
	ID:          "get-server",
	Summary:     "Get the server's status",
	Description: "Returns the version, the addresses of the server, and the flags that the settings cannot change.",
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
	// LocalCheck, LocalDetail and LocalMend are in the language that the client prefers; empty if that is English.
	LocalCheck  string `json:"localCheck,omitempty" doc:"The check in the language that Accept-Language prefers; absent if that is English or there is no translation." example:"polices"`
	LocalDetail string `json:"localDetail,omitempty" doc:"The detail in that language." example:"79 polices sont fournies avec LibreOffice"`
	LocalMend   string `json:"localMend,omitempty" doc:"The solution in that language." example:"lancez « make libreoffice »"`
}

type findingsOutput struct{ Body []Finding }

var getDoctor = route.Route{
	Method:  http.MethodGet,
	Path:    route.Base + "/doctor",
	ID:      "get-doctor",
	Summary: "Check the server's machine",
	Description: "Checks whether the machine has everything that Lectern needs, like `lectern doctor`: LibreOffice, fonts, disk, " +
		"port, and the protections of the converters' sandbox. It starts converters and takes some seconds. A request " +
		"that arrives meanwhile returns the result of the same check.",
	Right: account.Admin,
}

func (h *serverHandler) checkMachine(ctx context.Context, _ *struct{}) (*findingsOutput, error) {
	findings, err := h.check(ctx)
	out := &findingsOutput{Body: make([]Finding, len(findings))}
	for i, f := range findings {
		local := func(message sentence.Encoded) string { return translation.Local(ctx, message.Sentence()) }
		out.Body[i] = Finding{f, local(f.Check), local(f.Detail), local(f.Remedy)}
	}
	return out, err
}
