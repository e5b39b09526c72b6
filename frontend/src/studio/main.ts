import { mount } from "svelte";
import "../ui/fonts.css";
import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/widgets.css";
import "../ui/forced-colors.css";
import "./studio.css";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target === null) {
	throw new Error("the page has no #app");
}
// Prevents the default action of the browser, which replaces the page with the dropped file.
for (const kind of ["dragover", "drop"]) {
	window.addEventListener(kind, (event) => {
		event.preventDefault();
	});
}
mount(App, { target });
