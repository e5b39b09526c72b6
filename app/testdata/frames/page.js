// This page acts as the window's own page. It uses the bridge. It contains a frame with a page of another origin, which
// must not be able to use the bridge.
const { apiBase } = await window.go.app.Bridge.Connection();
const frame = document.createElement("iframe");
frame.src = `${apiBase}/hostile`;
document.body.append(frame);
await fetch(`${apiBase}/tried`); // the server responds when the page in the frame has made all its attempts
window.WailsInvoke("LEsaid by the page itself");
