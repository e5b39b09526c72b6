// A page that tries to navigate away from itself, by its script and by a click. It reports that it is still displayed.
const { apiBase } = await window.go.app.Bridge.Connection();
location.href = `${apiBase}/elsewhere`;
// The request succeeds once /elsewhere was requested. It is repeated, because the browser aborts requests during a
// navigation.
while (!(await fetch(`${apiBase}/led`).catch(() => undefined))) {
	await new Promise((resolve) => setTimeout(resolve, 50));
}
window.WailsInvoke("LEthe page is ready");
document.querySelector("a").addEventListener("click", () => {
	setTimeout(() => window.WailsInvoke("LEthe page is still there"), 300);
});
