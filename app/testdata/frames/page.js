// The window's own page. It uses the bridge, and has a frame with a page of another origin, which must not use it.
const { apiBase } = await window.go.app.Bridge.Connection();
const frame = document.createElement("iframe");
frame.src = `${apiBase}/hostile`;
document.body.append(frame);
await fetch(`${apiBase}/tried`); // the response comes when that page has made all its attempts
window.WailsInvoke("LEsaid by the page itself");
