package main

import (
	"flag"
	"fmt"
	"math"
	"strings"
)

// assumptions contains the inputs of the capacity page that cannot be measured. Prices are per month, in US dollars.
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
		{&a.peak, "peak", "documents in the busiest hour ÷ in a mean one"},
		{&a.share, "share", "part of what there is that is used at the peak"},
		{&a.cores, "cores", "processors of a node"},
		{&a.core, "price-core", "$ a month for a processor of a node"},
		{&a.databaseCPU, "price-database-core", "$ a month for a processor of the database"},
		{&a.databaseGB, "price-database-gb", "$ a month for a GB of the database's disk"},
		{&a.objectGB, "price-store-gb", "$ a month for a GB of the store"},
		{&a.puts, "price-puts", "$ for a million requests that change the store"},
		{&a.gets, "price-gets", "$ for a million other requests to the store"},
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
	// small loads need only small nodes
	nodeCores := max(minNodes*2, min(n.nodes*a.cores, math.Ceil(n.cores)+a.cores))
	requests := daily * monthDays / 1e6 * (c.puts*a.puts + c.gets*a.gets)
	n.money = nodeCores*a.core + n.databaseCores*a.databaseCPU + n.databaseGB*a.databaseGB + n.storeGB*a.objectGB + requests
	return n
}

// loads are the numbers of documents per day for which the page states the needed capacity.
var loads = []float64{1_000, 100_000, 10_000_000}

// page returns the measured cost and the needed capacity as Markdown.
func (a assumptions) page(c cost) string {
	var p strings.Builder
	fmt.Fprintf(&p, "Measured with %d documents, of each: %.2f s of a processor for the node with its converters, %.3f s for PostgreSQL, "+
		"%.1f ms in which nobody else writes to the database, %.0f KB in the store, %.1f KB in the database, %.1f requests that change the "+
		"store, %.1f others.\n\n",
		c.documents, c.converter, c.database, 1000*c.lockTime, c.objects/1e3, c.rows/1e3, c.puts, c.gets)
	fmt.Fprintf(&p, "Assumed: documents are kept for %.0f days; the busiest hour has %g times a mean one; at it %.0f %% of what there is "+
		"are used; a node has %.0f processors. "+
		"A month costs $ %g for a processor of a node, %g for one of the database, %g for a GB of its disk, %g for a GB of the store, "+
		"%g for a million requests that change it, %g for a million others.\n\n",
		a.retention, a.peak, 100*a.share, a.cores, a.core, a.databaseCPU, a.databaseGB, a.objectGB, a.puts, a.gets)
	p.WriteString("| Documents a day | At the peak, a second | Processors for conversion | Nodes | Databases | Their processors | Database " +
		"| Store | $ a month |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, daily := range loads {
		n := a.need(c, daily)
		fmt.Fprintf(&p, "| %s | %.2f | %.1f | %.0f | %.0f | %.0f | %s | %s | %s |\n",
			grouped(daily), n.perSecond, n.cores, n.nodes, n.libraries, n.databaseCores, gigabytes(n.databaseGB), gigabytes(n.storeGB),
			grouped(n.money))
	}
	return p.String()
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
		return fmt.Sprintf("%.1f GB", n)
	}
	return fmt.Sprintf("%.1f TB", n/1000)
}
