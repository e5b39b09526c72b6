"""Shows a window from which the files named by the arguments can be dragged, and prints "begun" then.

The files are on the clipboard, too.
"""

import pathlib
import sys

uris = [pathlib.Path(path).as_uri() for path in sys.argv[1:]]
del sys.argv[1:]  # GTK reads the arguments and requires UTF-8

import gi  # noqa: E402

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402  (the versions come first)


def give(_widget, selection, *_rest):
    selection.set_uris(uris)


window = Gtk.Window(title="Source", decorated=False)
window.set_default_size(100, 100)
window.move(0, 0)
window.set_keep_above(True)
handle = Gtk.EventBox()
target = Gtk.TargetEntry.new("text/uri-list", 0, 0)
handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [target], Gdk.DragAction.COPY)
handle.connect("drag-data-get", lambda widget, context, selection, info, time: give(widget, selection))
handle.connect("drag-begin", lambda *_rest: print("begun", flush=True))
handle.add(Gtk.Label(label="Drag"))
window.add(handle)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.selection_add_target(window, Gdk.SELECTION_CLIPBOARD, Gdk.atom_intern("text/uri-list", False), 0)
window.connect("selection-get", lambda widget, selection, info, time: give(widget, selection))
Gtk.selection_owner_set(window, Gdk.SELECTION_CLIPBOARD, Gdk.CURRENT_TIME)
Gtk.main()
