// Package commands_test tests the command line: arguments, configuration, convert, doctor and the window. It runs the
// real program.
package commands_test
