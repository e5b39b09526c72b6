package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// screen is a virtual X server (Xvfb) with a window manager. Its pixels are read from shared memory, which does not use
// any time of the X server.
type screen struct {
	display  string
	pixels   []byte // 4 bytes each: blue, green, red, unused
	memory   []byte
	programs []*exec.Cmd
}

// Positions in the header of the shared memory (XWDFile.h), which consists of big-endian numbers of 4 bytes. The color
// map and the pixels follow the header.
const (
	headerSizeAt = 0
	colorCountAt = 19 * 4
	colorSize    = 12
)

// startScreen starts a virtual X display, which keeps its pixels in a file in folder.
func startScreen(ctx context.Context, folder string) (s *screen, err error) {
	s = new(screen)
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	x := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset", "-fbdir", folder)
	x.ExtraFiles = []*os.File{write}
	err = s.start(x)
	if err = errors.Join(err, write.Close()); err != nil {
		return nil, err
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("Xvfb printed no display number: %w", err)
	}
	s.display = ":" + strings.TrimSpace(number)
	if err := s.mapPixels(filepath.Join(folder, "Xvfb_screen0")); err != nil {
		return nil, err
	}
	return s, s.start(s.command(ctx, "openbox"))
}

// mapPixels maps the pixels of the screen into memory.
func (s *screen) mapPixels(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if s.memory, err = syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED); err != nil {
		return err
	}
	number := func(at int) int { return int(binary.BigEndian.Uint32(s.memory[at:])) }
	s.pixels = s.memory[number(headerSizeAt)+number(colorCountAt)*colorSize:]
	return nil
}

// command returns a command that runs on this screen instead of on the user's desktop.
func (s *screen) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, program, args...)
	c.Env = append(os.Environ(), "DISPLAY="+s.display, "WAYLAND_DISPLAY=", "GDK_BACKEND=x11", "GTK_THEME=Adwaita", "NO_AT_BRIDGE=1",
		"DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent")
	return c
}

// start starts a program that is stopped together with the screen.
func (s *screen) start(c *exec.Cmd) error {
	if err := c.Start(); err != nil {
		return fmt.Errorf("%w: apt-get install xvfb openbox", err)
	}
	s.programs = append(s.programs, c)
	return nil
}

func (s *screen) close() {
	for _, c := range s.programs {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	if s.memory != nil {
		// an error has no consequence, because the memory is released when the process ends
		_ = syscall.Munmap(s.memory)
	}
}

// color is an sRGB color with 8 bits each for red, green and blue.
type color uint32

func (c color) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

func (c color) parts() (red, green, blue byte) { return byte(c >> 16), byte(c >> 8), byte(c) }

// count returns the number of pixels of a color on the screen.
func (s *screen) count(c color) int {
	red, green, blue := c.parts()
	n := 0
	for at := 0; at+4 <= len(s.pixels); at += 4 {
		if p := s.pixels[at : at+3]; p[0] == blue && p[1] == green && p[2] == red {
			n++
		}
	}
	return n
}

const (
	// screenTimeout is the time limit for a window to show something.
	screenTimeout = 60 * time.Second
	// screenSettleTime is the time for which the screen must not change before it counts as complete.
	screenSettleTime = 3 * time.Second
	// screenPeriod is the interval between two samples of the screen.
	screenPeriod = 5 * time.Millisecond
)

// await waits until a color appears and its number of pixels stops growing. It returns the time between begin and the
// last growth.
func (s *screen) await(ctx context.Context, c color, begin time.Time) (time.Duration, error) {
	tick := time.NewTicker(screenPeriod)
	defer tick.Stop()
	most, last := 0, begin
	for {
		select {
		case now := <-tick.C:
			if n := s.count(c); n > most {
				most, last = n, time.Now()
			}
			if most > 0 && now.Sub(last) > screenSettleTime {
				return last.Sub(begin), nil
			}
			if now.Sub(begin) > screenTimeout {
				return 0, fmt.Errorf("the window did not show its content within %s", screenTimeout)
			}
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}
