package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// assumptions contains the inputs of the capacity page (CAPACITY.md) that cannot be measured. Prices are per month, in
// US dollars.
type assumptions struct {
	retention   float64 // days that documents are kept
	peak        float64 // documents in the busiest hour divided by documents in an average hour
	share       float64 // maximum utilization, at peak load, of a processor and of the database's write lock
	cores       float64 // processors of a node
	core        float64 // price of a node's processor
	databaseCPU float64 // price of a processor of the database
	databaseGB  float64 // price of a GB of the database
	objectGB    float64 // price of a GB of the content store
	puts, gets  float64 // prices of a million requests to the content store
}

// defaults contains typical prices of large cloud providers.
var defaults = assumptions{retention: 30, peak: 3, share: 0.6, cores: 8, core: 25, databaseCPU: 60, databaseGB: 0.12, objectGB: 0.023,
	puts: 5, gets: 0.4}

// flags adds flags for the inputs to the command line.
func (a *assumptions) flags() {
	for _, input := range []struct {
		value *float64
		name  string
		usage string
	}{
		{&a.retention, "retention", "days for which documents are kept"},
		{&a.peak, "peak", "documents in the busiest hour, divided by those in an average hour"},
		{&a.share, "share", "part of the cores and of the database's write time that is used at the peak"},
		{&a.cores, "cores", "cores of a node"},
		{&a.core, "price-core", "$ per month for a core of a node"},
		{&a.databaseCPU, "price-database-core", "$ per month for a core of the database"},
		{&a.databaseGB, "price-database-gb", "$ per month for a GB of the database"},
		{&a.objectGB, "price-store-gb", "$ per month for a GB of the content store"},
		{&a.puts, "price-puts", "$ for a million requests that write to the content store"},
		{&a.gets, "price-gets", "$ for a million other requests to the content store"},
	} {
		flag.Float64Var(input.value, input.name, *input.value, input.usage)
	}
}

// need is the capacity that is needed for a load.
type need struct {
	perSecond           float64 // documents per second at peak load
	cores, nodes        float64
	libraries           float64 // number of databases, because each has one writer at a time
	databaseCores       float64
	databaseGB, storeGB float64
	money               float64
}

// Days of a month, and seconds of a day.
const (
	monthDays  = 30
	daySeconds = 86400
)

// minNodes is the minimum number of nodes. With two nodes, one may fail.
const minNodes = 2

// need returns the capacity that is needed for a number of documents per day.
func (a assumptions) need(c cost, daily float64) (n need) {
	n.perSecond = daily / daySeconds * a.peak
	n.cores = n.perSecond * c.converter / a.share
	n.nodes = max(minNodes, math.Ceil(n.cores/a.cores))
	n.libraries = max(1, math.Ceil(n.perSecond*c.lockTime/a.share))
	n.databaseCores = max(2*n.libraries, math.Ceil(n.perSecond*c.database/a.share))
	kept := daily * a.retention
	n.databaseGB, n.storeGB = kept*c.rows/1e9, kept*c.objects/1e9
	// for a small load, nodes with fewer processors are sufficient
	nodeCores := max(minNodes*2, min(n.nodes*a.cores, math.Ceil(n.cores)+a.cores))
	requests := daily * monthDays / 1e6 * (c.puts*a.puts + c.gets*a.gets)
	n.money = nodeCores*a.core + n.databaseCores*a.databaseCPU + n.databaseGB*a.databaseGB + n.storeGB*a.objectGB + requests
	return n
}

// loads are the numbers of documents per day for which the page states the needed capacity, the smallest first.
var loads = []float64{1_000, 100_000, 10_000_000}

// smallNodeCores is the number of processors of a node that is enough for the smallest load.
const smallNodeCores = 2

// page returns the sections of the capacity page that depend on measurements and assumptions, as Markdown.
func (a assumptions) page(c cost) string {
	return a.needSection(c) + a.limitSection(c) + a.assumptionSection(c) + c.section()
}

// needSection returns the section with the needed capacity: a column for each load.
func (a assumptions) needSection(c cost) string {
	columns := make([]need, 0, len(loads))
	heads := make([]string, 0, len(loads))
	for _, daily := range loads {
		columns = append(columns, a.need(c, daily))
		heads = append(heads, grouped(daily))
	}
	var p strings.Builder
	p.WriteString("## What a load needs\n\n")
	fmt.Fprintf(&p, "| Documents per day | %s |\n|---|%s\n", strings.Join(heads, " | "), strings.Repeat("---|", len(heads)))
	for _, row := range []struct {
		name string
		cell func(n need) string
	}{
		{"Documents per second, at the peak", func(n need) string { return significant(n.perSecond) }},
		{"Cores that conversions use, at the peak", func(n need) string { return significant(n.cores) }},
		{fmt.Sprintf("Nodes with %.0f cores", a.cores), func(n need) string { return grouped(n.nodes) }},
		{"Databases", func(n need) string { return grouped(n.libraries) }},
		{"Database cores, in total", func(n need) string { return grouped(n.databaseCores) }},
		{"Database size", func(n need) string { return gigabytes(n.databaseGB) }},
		{"Content store", func(n need) string { return gigabytes(n.storeGB) }},
		{"Cost per month", func(n need) string { return "$" + grouped(n.money) }},
	} {
		fmt.Fprintf(&p, "| %s |", row.name)
		for _, n := range columns {
			fmt.Fprintf(&p, " %s |", row.cell(n))
		}
		p.WriteString("\n")
	}
	return p.String()
}

// limitSection returns the section about the number of documents that one library accepts.
func (a assumptions) limitSection(c cost) string {
	most := math.Floor(1 / c.lockTime)
	return fmt.Sprintf("\n## The limit of a library\n\n"+
		"Only one transaction at a time writes to a library, and a document takes %.1f ms of it. A library therefore accepts at\n"+
		"most %.0f documents per second, or %.0f at a planned use of %.0f %%. Plan more libraries beyond that, each with a database, a\n"+
		"bucket and nodes of its own, and let the client choose one: Lectern does not distribute documents over libraries.\n",
		1000*c.lockTime, most, math.Floor(a.share/c.lockTime), 100*a.share)
}

// assumptionSection returns the section with the inputs that cannot be measured.
func (a assumptions) assumptionSection(c cost) string {
	small := a
	small.cores = smallNodeCores
	return fmt.Sprintf("\n## Assumptions\n\n| | |\n|---|---|\n"+
		"| Documents are kept | %.0f days |\n"+
		"| The busiest hour has | %g times the documents of an average hour |\n"+
		"| Planned use at the peak | %.0f %% of the cores and of the time in which a database can write. The rest is a reserve for bursts "+
		"and for the loss of a node |\n"+
		"| Fewest nodes | %d, so that one may fail |\n"+
		"| Price of a core, per month | $%g on a node, $%g on a database |\n"+
		"| Price of a GB, per month | $%g in a database, $%g in the content store |\n"+
		"| Price of a million requests to the content store | $%.2f for requests that write, $%.2f for others |\n\n"+
		"The cost includes the cores that conversions use and one node in reserve, but no more cores than the nodes have. Small\n"+
		"loads need only small nodes: with nodes of %.0f cores, %s documents per day cost $%s per month.\n",
		a.retention, a.peak, 100*a.share, minNodes, a.core, a.databaseCPU, a.databaseGB, a.objectGB, a.puts, a.gets,
		small.cores, grouped(loads[0]), grouped(small.need(c, loads[0]).money))
}

// section returns the section with the measured cost of a document.
func (c cost) section() string {
	return fmt.Sprintf("\n## Measured cost of a document\n\nMean of %d documents:\n\n| | |\n|---|---|\n"+
		"| Core time of the node and its converters | %.3f s |\n"+
		"| Core time of PostgreSQL | %.3f s |\n"+
		"| Time for which no other document can be written to the database | %.1f ms |\n"+
		"| Size in the content store | %.0f KB |\n"+
		"| Size in the database | %.1f KB |\n"+
		"| Requests to the content store that write | %.1f |\n"+
		"| Other requests to the content store | %.1f |\n",
		c.documents, c.converter, c.database, 1000*c.lockTime, c.objects/1e3, c.rows/1e3, c.puts, c.gets)
}

// significant returns a number with two significant digits, or a whole number.
func significant(n float64) string {
	if n >= 10 {
		return grouped(n)
	}
	return strconv.FormatFloat(n, 'g', 2, 64)
}

// grouped returns a whole number with commas between groups of digits.
func grouped(n float64) string {
	text := fmt.Sprintf("%.0f", n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func gigabytes(n float64) string {
	if n < 1000 {
		return significant(n) + " GB"
	}
	return significant(n/1000) + " TB"
}
