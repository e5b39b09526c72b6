package backend

import "sync/atomic"

// window has the desktop application's window do what others ask for; none by default.
type window struct {
	ask atomic.Pointer[func(show bool, documents, files []string)]
}

func (w *window) show(show bool, documents, files []string) bool {
	ask := w.ask.Load()
	if ask == nil {
		return false
	}
	(*ask)(show, documents, files)
	return true
}

// OnWindow has ask called when a program of this user wants the window to come to the front, to open
// documents, which are named by their ids, or to take in files, which are named as
// [lectern/backend/sentence/pathname.Text] has their paths. nil says that there is no window.
func (s *Server) OnWindow(ask func(show bool, documents, files []string)) {
	if ask == nil {
		s.window.ask.Store(nil)
		return
	}
	s.window.ask.Store(&ask)
}
