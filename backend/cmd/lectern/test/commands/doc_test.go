// Package commands_test runs the real program and tests its command line: arguments and configuration, the commands
// 'convert' and 'doctor', and how it opens the desktop window.
package commands_test
