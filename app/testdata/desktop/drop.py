"""Shows a window onto which files can be dropped. Prints "over" when they are dragged over it, and their addresses."""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402  (the versions come first)


def take(_widget, _context, _x, _y, selection, _info, _time):
    print(*selection.get_uris(), flush=True)


window = Gtk.Window(title="Target", decorated=False)
window.set_default_size(150, 150)
window.move(0, 0)
window.set_keep_above(True)
place = Gtk.EventBox()
place.drag_dest_set(Gtk.DestDefaults.ALL, [Gtk.TargetEntry.new("text/uri-list", 0, 0)], Gdk.DragAction.COPY)
place.connect("drag-data-received", take)
place.connect("drag-motion", lambda *_rest: print("over", flush=True))
window.add(place)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
