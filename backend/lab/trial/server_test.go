package trial

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// dataVariable is an environment variable with a data folder. If it is set, the test program only starts a server on
// that folder.
const dataVariable = "LECTERN_TRIAL_DATA"

func TestMain(m *testing.M) {
	if data := os.Getenv(dataVariable); data != "" {
		serve(data)
	}
	os.Exit(m.Run())
}

// serve starts a server, prints its process id when it is ready, and waits for its end.
func serve(data string) {
	p := Programs{Bin: cmp.Or(os.Getenv("LECTERN_BIN"), filepath.Join("..", "..", "..", "build", "bin"))}
	s, err := p.Launch(data, os.Stderr, nil)
	if err == nil {
		err = s.Await()
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("serves as", s.PID())
	<-s.Ended()
}

// TestAServerEndsWithItsTrial checks that a server does not outlive the program that started it, whichever way that
// program ends.
func TestAServerEndsWithItsTrial(t *testing.T) {
	trial := exec.Command(os.Args[0])
	trial.Env = append(os.Environ(), dataVariable+"="+t.TempDir())
	trial.Stderr = os.Stderr
	out, err := trial.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := trial.Start(); err != nil {
		t.Fatal(err)
	}
	said, _ := bufio.NewReader(out).ReadString('\n') // if the line is incomplete, the test fails below
	var server int
	_, sorry := fmt.Sscanf(said, "serves as %d\n", &server)
	_ = trial.Process.Kill() // the process may have ended
	_ = trial.Wait()
	if sorry != nil {
		t.Fatalf("the message is %q", said)
	}
	left := AwaitEmpty(func() []string {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", server))
		if err != nil || len(line) == 0 { // a zombie process has no command line
			return nil
		}
		return []string{strings.ReplaceAll(string(line), "\x00", " ")}
	})
	if len(left) > 0 {
		process, _ := os.FindProcess(server) // never fails on Unix
		_ = process.Kill()
		t.Errorf("left: %v", left)
	}
}
