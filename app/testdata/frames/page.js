// The window's own page: it uses the bridge, and frames a page of another origin that may not.
const { apiBase } = await window.go.app.Bridge.Connection();
const frame = document.createElement("iframe");
frame.src = `${apiBase}/hostile`;
document.body.append(frame);
await fetch(`${apiBase}/tried`); // answers when that page has tried all that it knows
window.WailsInvoke("LEsaid by the page itself");
