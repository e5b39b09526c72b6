package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// sandboxRounds is the number of times that each document is posted to each server. The fastest time counts, because
// other load on the machine can only make it slower.
const sandboxRounds = 3

// sandbox compares the time from posting a document until it is ready with the time of a server whose converter was
// built without the sandbox. Released builds always have the sandbox.
func (b *bench) sandbox(ctx context.Context, files []string) error {
	open := filepath.Join(b.temp, "open")
	if err := (sandboxBench{b}).buildUnsandboxed(ctx, open); err != nil {
		return err
	}
	var pairs []pair
	lost := 0
	best := make(map[string]pair, len(files))
	// Each round has new servers, because a server reuses earlier conversions.
	for round := range sandboxRounds {
		if err := (sandboxBench{b}).sandboxRound(ctx, open, round, files, best); err != nil {
			return err
		}
	}
	for _, file := range files {
		if p, found := best[file]; found {
			pairs = append(pairs, p)
		} else {
			lost++
		}
	}
	b.report(compare("post to ready ÷ the same without the sandbox", "ms", 1.1, pairs, lost))
	return nil
}

// sandboxBench compares servers with and without the sandbox of converters.
type sandboxBench struct{ *bench }

// buildUnsandboxed builds the programs into a folder. Their converter has no sandbox.
func (b sandboxBench) buildUnsandboxed(ctx context.Context, folder string) error {
	program, err := os.ReadFile(filepath.Join(b.bin, "lectern"))
	if err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "lectern"), program, 0o700); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "build", "-tags", "nosandbox", "-o", folder, "./converters/cmd/lectern-converter")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build a converter without a sandbox: %s", out)
	}
	return nil
}

// sandboxRound posts each file to a server with the sandbox and to a server without it. If a time is shorter than in
// earlier rounds, sandboxRound stores it in best.
func (b sandboxBench) sandboxRound(ctx context.Context, unsandboxed string, round int, files []string, best map[string]pair) error {
	confined, err := startServer(ctx, b.bin, b.libreOffice, filepath.Join(b.temp, fmt.Sprintf("confined-%d", round)))
	if err != nil {
		return err
	}
	defer confined.stop()
	unconfined, err := startServer(ctx, unsandboxed, b.libreOffice, filepath.Join(b.temp, fmt.Sprintf("open-%d", round)))
	if err != nil {
		return err
	}
	defer unconfined.stop()
	// The first document takes longer, because it starts the converters.
	for _, file := range append([]string{filepath.Join(b.samples, "letter.docx")}, files...) {
		p, done, err := postBoth(ctx, confined, unconfined, file)
		if err != nil {
			return err
		}
		if !done {
			continue
		}
		if before, found := best[file]; found {
			p = pair{min(p.ours, before.ours), min(p.peer, before.peer)}
		}
		best[file] = p
	}
	return nil
}

// postBoth measures the time from posting a file until it is ready, on both servers. The result done is false if one of
// the servers cannot convert the file.
func postBoth(ctx context.Context, confined, unconfined *server, file string) (p pair, done bool, err error) {
	ours, _, first, err := confined.post(ctx, file)
	if err != nil {
		return p, false, err
	}
	theirs, _, second, err := unconfined.post(ctx, file)
	return pair{milliseconds(first), milliseconds(second)}, ours.Status == "ready" && theirs.Status == "ready", err
}
