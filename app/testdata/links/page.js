// A page that tries to navigate away, by its script and by a click. It reports that it is still shown.
const { apiBase } = await window.go.app.Bridge.Connection();
location.href = `${apiBase}/elsewhere`;
// Succeeds when that address has been requested. The browser aborts requests that are made during a navigation.
while (!(await fetch(`${apiBase}/led`).catch(() => undefined))) {
	await new Promise((resolve) => setTimeout(resolve, 50));
}
window.WailsInvoke("LEthe page is ready");
document.querySelector("a").addEventListener("click", () => {
	setTimeout(() => window.WailsInvoke("LEthe page is still there"), 300);
});
