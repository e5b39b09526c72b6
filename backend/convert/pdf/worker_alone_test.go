package pdf_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// startAlone starts a PDF process without a Reader. server is the server's end of its socket.
func startAlone(t *testing.T, program string) (process *exec.Cmd, server *net.UnixConn) {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "ours"), os.NewFile(uintptr(fds[1]), "theirs")
	defer ours.Close()
	defer theirs.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		t.Fatal(err)
	}
	process = exec.Command(program, "pdf")
	process.Stdin, process.Stdout = theirs, theirs
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Process.Kill() })
	return process, conn.(*net.UnixConn)
}

// requestAlone opens a PDF with a page that takes minutes to draw, requests that page, and waits until the process is
// drawing it.
func requestAlone(t *testing.T, server *net.UnixConn, id int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bomb.pdf")
	if err := os.WriteFile(path, pdftest.Bomb(9), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var request bytes.Buffer
	if err := wire.WriteFrame(&request, wire.PDFRequest{ID: 1, Op: wire.PDFOpen}, nil); err != nil {
		t.Fatal(err)
	}
	if _, _, err := server.WriteMsgUnix(request.Bytes(), syscall.UnixRights(int(file.Fd())), nil); err != nil {
		t.Fatal(err)
	}
	var answer wire.PDFAnswer
	if info, err := wire.ReadFrame(server, &answer); err != nil || answer.Fault != "" {
		t.Fatalf("open: %s, %+v, %v", info, answer, err)
	}
	before := cpu(t, id)
	if err := wire.WriteFrame(server, wire.PDFRequest{ID: 2, Op: wire.PDFSVG, Page: 2}, nil); err != nil {
		t.Fatal(err)
	}
	until(t, "the process is at it", func() bool { return cpu(t, id) >= before+5 })
}

// An invalid message ends the process with an error that names the fault.
func TestPDFProcessRefusesNonsense(t *testing.T) {
	program, err := converter()
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]string{
		"a header past its bound": "\xff\xff\xff\xff\x00\x00\x00\x00",
		"no JSON":                 "\x00\x00\x00\x01\x00\x00\x00\x00x",
		"an unknown request":      frame(t, wire.PDFRequest{ID: 1, Op: "dance"}),
		"no descriptor":           frame(t, wire.PDFRequest{ID: 1, Op: wire.PDFOpen}),
		"a page before opening":   frame(t, wire.PDFRequest{ID: 1, Op: wire.PDFSVG, Page: 1}),
	}
	for name, message := range tests {
		t.Run(name, func(t *testing.T) {
			process, server := startAlone(t, program)
			defer server.Close()
			if _, err := server.Write([]byte(message)); err != nil {
				t.Fatal(err)
			}
			var answer wire.PDFAnswer
			if _, err := wire.ReadFrame(server, &answer); err == nil {
				if answer.Fault != wire.PDFNoPage {
					t.Errorf("answer %+v", answer)
				}
				return
			}
			if process.Wait() == nil {
				t.Error("it ended as if all were well")
			}
		})
	}
}

func frame(t *testing.T, header any) string {
	t.Helper()
	var out bytes.Buffer
	if err := wire.WriteFrame(&out, header, nil); err != nil {
		t.Fatal(fmt.Errorf("frame: %w", err))
	}
	return out.String()
}

// A process reports the processor time that it has used, so that it can be replaced long before its sandbox kills it.
func TestPDFProcessReportsItsProcessorTime(t *testing.T) {
	program, err := converter()
	if err != nil {
		t.Fatal(err)
	}
	process, server := startAlone(t, program)
	defer server.Close()
	requestAlone(t, server, process.Process.Pid)
	if err := wire.WriteFrame(server, wire.PDFRequest{ID: 2, Op: wire.PDFCancel}, nil); err != nil {
		t.Fatal(err)
	}
	var answer wire.PDFAnswer
	if _, err := wire.ReadFrame(server, &answer); err != nil || answer.Fault != wire.PDFCancelled || answer.CPU < 0.05 {
		t.Errorf("%+v, %v", answer, err)
	}
}
