package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/lab/screen"
	"lectern/backend/lab/trial"
)

// Addresses of the database, the content store and the receiver of webhooks. The links to the nodes use the networks
// 10.231.N.0/24. Each link of a node has its own network, so that it can be cut separately.
const (
	postgresAddress = "10.230.1.1"
	s3Address       = "10.230.2.1"
	ownAddress      = "10.230.3.1"
)

// links are the network links of a node: to the database, to the content store, and to the test.
var links = []struct{ name, address string }{{"db", postgresAddress}, {"s3", s3Address}, {"me", ownAddress}}

// network is a cluster of two nodes, each in its own network namespace.
type network struct {
	*run
	t *testing.T
}

// ip runs the command ip, which configures networks.
func (n *network) ip(args ...string) {
	n.t.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %s: %v %s", strings.Join(args, " "), err, out)
	}
}

// requireNetworks skips a test if this process may not create network namespaces.
func requireNetworks(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts engines")
	}
	if os.Getuid() != 0 {
		t.Skip("only root makes network namespaces")
	}
	if out, err := exec.Command("ip", "netns", "add", namespaceName(0)).CombinedOutput(); err != nil {
		t.Skipf("network namespaces are not permitted here: %v %s", err, out)
	}
	if err := exec.Command("ip", "netns", "delete", namespaceName(0)).Run(); err != nil {
		t.Fatal(err)
	}
}

// namespaceName returns the name of the network namespace of a node.
func namespaceName(node int) string { return fmt.Sprintf("lectern-%d-%d", os.Getpid()%10_000, node) }

// link returns the name of the network interface at the test's end of a link.
func link(node int, name string) string {
	return fmt.Sprintf("lt%d%s%d", os.Getpid()%10_000, name, node)
}

// openNetwork starts the database, the content store and two nodes. Each node has separate links to the database, to
// the content store and to the test.
func openNetwork(t *testing.T) *network {
	t.Helper()
	requireNetworks(t)
	folder, err := os.MkdirTemp("", "lectern-network-") // a folder that the user of PostgreSQL can access
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	out, err := os.Create(filepath.Join(folder, "said"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = out.Close() })
	bin, err := filepath.Abs(folderOf("LECTERN_BIN", "bin"))
	if err != nil {
		t.Fatal(err)
	}
	engine, err := filepath.Abs(folderOf("LECTERN_LIBREOFFICE", "libreoffice"))
	if err != nil {
		t.Fatal(err)
	}
	n := &network{t: t, run: &run{
		config: config{programs: trial.Programs{Bin: bin, LibreOffice: engine}, samples: filepath.Join("..", "..", "samples"), nodes: 2,
			atOnce: 100, patience: time.Minute},
		folder: folder, begin: time.Now(), screen: screen.New(out),
	}}
	t.Setenv("LECTERN_BIN", bin)
	n.createNamespaces()
	n.start()
	return n
}

// createNamespaces creates the network namespaces of the nodes, and assigns the addresses of the database, the content
// store and the receiver to this machine.
func (n *network) createNamespaces() {
	ours := link(0, "")
	n.t.Cleanup(func() { _ = exec.Command("ip", "link", "delete", ours).Run() })
	n.ip("link", "add", ours, "type", "bridge")
	n.ip("link", "set", ours, "up")
	for _, l := range links {
		n.ip("address", "add", l.address+"/32", "dev", ours)
	}
	for node := 1; node <= 2; node++ {
		n.t.Cleanup(func() { _ = exec.Command("ip", "netns", "delete", namespaceName(node)).Run() })
		n.ip("netns", "add", namespaceName(node))
		n.ip("-n", namespaceName(node), "link", "set", "lo", "up")
		for i, l := range links {
			n.createLink(node, i, l.name, l.address)
		}
	}
}

func (n *network) createLink(node, i int, name, address string) {
	here, there := link(node, name), "there-"+name
	subnet := fmt.Sprintf("10.231.%d", 10*node+i)
	// The link is deleted explicitly, because the namespace may exist for a while longer.
	n.t.Cleanup(func() { _ = exec.Command("ip", "link", "delete", here).Run() })
	n.ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", namespaceName(node))
	n.ip("address", "add", subnet+".1/24", "dev", here)
	n.ip("link", "set", here, "up")
	n.ip("-n", namespaceName(node), "address", "add", subnet+".2/24", "dev", there)
	n.ip("-n", namespaceName(node), "link", "set", there, "up")
	n.ip("-n", namespaceName(node), "route", "add", address+"/32", "via", subnet+".1")
}

// cut interrupts a link of a node: all packets are lost until the link is restored.
func (n *network) cut(node int, name string) { n.ip("link", "set", link(node, name), "down") }

func (n *network) restore(node int, name string) { n.ip("link", "set", link(node, name), "up") }

func (n *network) start() {
	n.t.Helper()
	var err error
	if n.receiver, err = newReceiver(ownAddress + ":0"); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(n.receiver.close)
	n.cluster = &cluster{run: n.run}
	if err := n.cluster.openEngines(n.t.Context(), postgresAddress, s3Address); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _, _ = n.cluster.postgres.Stop(true), n.cluster.s3.Stop() })
	for number := 1; number <= 2; number++ {
		one, err := newNode(n.cluster, number)
		if err != nil {
			n.t.Fatal(err)
		}
		one.programs.Wrapper = []string{"ip", "netns", "exec", namespaceName(number)}
		one.args = []string{"--addr", fmt.Sprintf("10.231.%d.2:0", 10*number+2), "--allow-host", ownAddress}
		n.cluster.nodes = append(n.cluster.nodes, one)
	}
	if err := n.cluster.start(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(n.cluster.stop)
	n.clients, n.stream = newClients(n.run), newStream(n.run)
}

// request sends a request to a node. A path is relative to the base path of the API, unless it begins with two slashes.
func (n *network) request(node int, method, path string, body []byte) (status int, header http.Header, text string) {
	n.t.Helper()
	address := n.cluster.nodes[node-1].address()
	if strings.HasPrefix(path, "//") {
		address, path = strings.TrimSuffix(address, "/api/v0"), path[1:]
	}
	status, header, answer, err := n.clients.send(n.t.Context(), address, request{method: method, path: path, body: body})
	if err != nil {
		n.t.Fatalf("%s %s of node %d: %v", method, path, node, err)
	}
	return status, header, string(answer)
}

// awaitStatus waits until a request to a node returns a status.
func (n *network) awaitStatus(node int, path string, want int) (text string) {
	n.t.Helper()
	err := n.await(n.t.Context(), path, func() (int, bool) {
		var status int
		status, _, text = n.request(node, http.MethodGet, path, nil)
		return status, status == want
	})
	if err != nil {
		n.t.Fatal(err)
	}
	return text
}

// post posts documents to a node. The arguments from and to are the first number and the number after the last number
// of the documents.
func (n *network) post(node, from, to int) {
	n.t.Helper()
	makes, err := newMaker(n.samples)
	if err != nil {
		n.t.Fatal(err)
	}
	for i := from; i < to; i++ {
		f := makes.document(i)
		path := "/document/upload?filename=" + f.name + "&webhookURL=" + n.receiver.address
		status, _, text := n.request(node, http.MethodPost, path, f.content)
		if status != http.StatusOK {
			n.t.Fatalf("post %d: %d %s", i, status, text)
		}
		_, id, _ := strings.Cut(text, `"id":"`)
		id, _, _ = strings.Cut(id, `"`)
		n.ids = append(n.ids, id)
	}
}

// refused posts a document to a node. The node must reject it with status 503 and a Retry-After header.
func (n *network) refused(node int) {
	n.t.Helper()
	status, header, text := n.request(node, http.MethodPost, "/document/upload?filename=a.rtf", []byte(`{\rtf1 Not now.}`))
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" || !strings.Contains(text, "Try again") {
		n.t.Errorf("a post has status %d %s, Retry-After %q", status, text, header.Get("Retry-After"))
	}
}

// startStream follows the events of a node in the background until the test ends.
func (n *network) startStream(node int) {
	ctx, end := context.WithCancel(n.t.Context())
	var following sync.WaitGroup
	following.Go(func() {
		for ctx.Err() == nil {
			// an error means that the connection was lost
			_ = n.stream.read(ctx, n.cluster.nodes[node-1].address(), n.stream.last, n.stream.receive)
		}
	})
	n.t.Cleanup(func() { end(); following.Wait() })
}

// awaitAll waits until the stream and the webhooks have reported the last event of each document. It checks that each
// event was reported once and in order.
func (n *network) awaitAll() {
	n.t.Helper()
	for what, ended := range map[string]func() int{"the stream": n.stream.countEnded, "webhooks": n.receiver.countEnded} {
		err := n.await(n.t.Context(), "all documents, by "+what, func() (int, bool) { got := ended(); return got, got >= len(n.ids) })
		if err != nil {
			n.t.Fatal(err)
		}
	}
	if against := slices.Concat(n.stream.check(n.ids), n.receiver.check(n.ids), n.problems); len(against) > 0 {
		n.t.Error(strings.Join(against, "\n"))
	}
}

// TestANodeCutOffFromPostgreSQL cuts the link between a node and the database. The node must report that it is not
// ready, reject requests, and continue when the link is restored. The other node must take over its jobs, and each
// event must be reported once.
//
// SECURITY.md, promise 22 (killed server), promise 39 (order of events)
func TestANodeCutOffFromPostgreSQL(t *testing.T) {
	n := openNetwork(t)
	n.startStream(2)
	const before, after = 24, 6
	n.post(1, 0, before)
	n.cut(1, "db")
	if said := n.awaitStatus(1, "//readyz", http.StatusServiceUnavailable); !strings.Contains(said, "database does not respond") {
		t.Errorf("not ready: %s", said)
	}
	for _, path := range []string{"//healthz", "//openapi.json", "//docs", "//viewer/public/embed.js"} {
		if status, _, text := n.request(1, http.MethodGet, path, nil); status != http.StatusOK {
			t.Errorf("%s needs no engine: %d %.200s", path, status, text)
		}
	}
	n.refused(1)
	status, header, _ := n.request(1, http.MethodGet, "//viewer/view?sessionId=any", nil)
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		t.Errorf("a viewer has status %d, Retry-After %q", status, header.Get("Retry-After"))
	}
	n.awaitAll()
	if status, _, _ := n.request(1, http.MethodGet, "//readyz", nil); status != http.StatusServiceUnavailable {
		t.Errorf("it is ready while it is cut off: %d", status)
	}
	n.restore(1, "db")
	n.awaitStatus(1, "//readyz", http.StatusOK)
	n.post(1, before, before+after)
	n.awaitAll()
}

// TestANodeCutOffFromS3 cuts the link between a node and the content store. The node must serve the content that it has
// cached, reject uploads, and continue when the link is restored. Documents that were posted to this node before the
// cut must become ready in the meantime.
//
// SECURITY.md, promise 22 (killed server), promise 39 (order of events)
func TestANodeCutOffFromS3(t *testing.T) {
	n := openNetwork(t)
	n.startStream(2)
	const first, before, after = 2, 24, 6
	n.post(1, 0, first)
	n.awaitAll()
	page := "/document/" + n.ids[0] + "/page/1"
	// this request puts the page into the cache
	if status, _, text := n.request(1, http.MethodGet, page+".svg", nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	n.post(1, first, before)
	n.cut(1, "s3")
	if said := n.awaitStatus(1, "//readyz", http.StatusServiceUnavailable); !strings.Contains(said, "storage of its documents does not") {
		t.Errorf("not ready: %s", said)
	}
	for _, path := range []string{"//healthz", "/document", "/document/" + n.ids[0], page + ".png", "/search?q=letter"} {
		if status, _, text := n.request(1, http.MethodGet, path, nil); status != http.StatusOK {
			t.Errorf("%s needs no store: %d %.200s", path, status, text)
		}
	}
	n.refused(1)
	n.awaitAll()
	n.restore(1, "s3")
	n.awaitStatus(1, "//readyz", http.StatusOK)
	n.post(1, before, before+after)
	n.awaitAll()
}
