// A page that is led away, by its script and by a click. It says that it is still there.
const { apiBase } = await window.go.app.Bridge.Connection();
location.href = `${apiBase}/elsewhere`;
// Answers when that address was asked for. What is asked while the page is being left is given up.
while (!(await fetch(`${apiBase}/led`).catch(() => undefined))) {
	await new Promise((resolve) => setTimeout(resolve, 50));
}
window.WailsInvoke("LEthe page is ready");
document.querySelector("a").addEventListener("click", () => {
	setTimeout(() => window.WailsInvoke("LEthe page is still there"), 300);
});
