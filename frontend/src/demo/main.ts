import "../ui/tokens.css";
import "../ui/base.css";
import "./demo.css";
import { DemoLibrary } from "./library";
import {
	attributesOf,
	callText,
	type Choice,
	elementTag,
	frameTag,
	scriptTag,
	type Way,
	ways,
} from "./snippet";

/** The address of this server, without a trailing slash. */
const server = new URL(".", location.href).href.replace(/\/$/, "");

/** The placeholder in the snippets until there is a session. */
const placeholder = "SESSION_ID";

const form = find("choice", HTMLFormElement);
const key = find("key", HTMLInputElement);
const session = find("session", HTMLInputElement);
const documents = find("document", HTMLSelectElement);
const profile = find("profile", HTMLSelectElement);
const theme = find("theme", HTMLSelectElement);
const message = find("message", HTMLElement);

let library: DemoLibrary | undefined;

form.addEventListener("submit", (event) => {
	event.preventDefault();
	void saying("Listing documents…", list);
});
documents.addEventListener("change", () => {
	void saying("Making a session…", openSession);
});
for (const choice of [session, profile, theme]) {
	choice.addEventListener("change", show);
}
show();

/** Lists the documents that the key can access, and shows the newest one. */
async function list(): Promise<string> {
	library = new DemoLibrary(server, key.value.trim());
	const { documents: all, profiles, themes } = await library.offer();
	fill(documents, all);
	fill(profile, [{ id: "", name: "none" }, ...profiles.map((name) => ({ id: name, name }))]);
	fill(theme, [{ id: "", name: "none" }, ...themes.map((name) => ({ id: name, name }))]);
	if (all.length === 0) {
		return "There are no documents yet: post one first.";
	}
	return openSession();
}

/** Shows the chosen document in a new session. */
async function openSession(): Promise<string> {
	if (library === undefined || documents.value === "") {
		return "";
	}
	session.value = await library.session(documents.value);
	show();
	return "A session for 60 minutes was made.";
}

/** Runs an action, and shows its progress and its result. */
async function saying(now: string, act: () => Promise<string>): Promise<void> {
	say(now);
	try {
		say(await act());
	} catch (error) {
		say(error instanceof Error ? error.message : String(error), "error");
	}
}

function say(text: string, kind = ""): void {
	message.textContent = text;
	message.dataset["kind"] = kind;
}

/** Updates the snippets and the live examples to the current choice. */
function show(): void {
	const choice = { sessionId: session.value.trim(), profile: profile.value, theme: theme.value };
	const written = { ...choice, sessionId: choice.sessionId || placeholder };
	showCode("script", scriptTag(server));
	for (const way of ways) {
		showCode(way, elementTag(way, written));
		showLive(way, choice);
	}
	showCode("frame", frameTag(server, written));
	showCode("call", callText(written));
	showCall(choice);
}

function showCode(name: string, text: string): void {
	const place = document.querySelector(`[data-code="${name}"]`);
	const pre = document.createElement("pre");
	const copy = document.createElement("button");
	pre.tabIndex = 0; // it scrolls sideways
	pre.append(Object.assign(document.createElement("code"), { textContent: text }));
	copy.type = "button";
	copy.textContent = "Copy";
	copy.ariaLabel = `Copy ${name}`;
	copy.addEventListener("click", () => {
		void navigator.clipboard.writeText(text).then(() => {
			copy.textContent = "Copied";
		});
	});
	place?.replaceChildren(pre, copy);
}

/** Adds the live element of a way of embedding to the page, as in its snippet. */
function showLive(way: Way, choice: Choice): void {
	const place = document.querySelector<HTMLElement>(`[data-live="${way}"]`);
	if (choice.sessionId === "") {
		place?.replaceChildren(emptyPlace());
		return;
	}
	const pressed = way !== "embedded" && way !== "ribbon";
	const element = document.createElement(pressed ? "button" : "div");
	element.textContent = pressed ? "Read the document" : "";
	for (const [name, value] of attributesOf(way, choice)) {
		element.setAttribute(name, value);
	}
	place?.replaceChildren(element);
}

/** Returns a button that runs the call of the snippet. */
function showCall(choice: Choice): void {
	const place = document.querySelector(`[data-live="call"]`);
	if (choice.sessionId === "") {
		place?.replaceChildren(emptyPlace());
		return;
	}
	const run = Object.assign(document.createElement("button"), { textContent: "Run it" });
	const told = Object.assign(document.createElement("output"), { textContent: "" });
	run.addEventListener("click", () => {
		void saying("", async () => {
			const viewer = await SvcViewEmbed.openOverlay(choice);
			viewer.on("pageChanged", ({ page, count }) => {
				told.textContent = `${page} of ${count}`;
			});
			await viewer.goToPage(2);
			return "";
		});
	});
	place?.replaceChildren(run, told);
}

function emptyPlace(): HTMLElement {
	const note = document.createElement("p");
	note.className = "empty";
	note.textContent = "Choose a document to see it here.";
	return note;
}

function fill(select: HTMLSelectElement, entries: readonly { id: string; name: string }[]): void {
	select.replaceChildren(...entries.map(({ id, name }) => new Option(name, id)));
	select.disabled = entries.length === 0;
}

function find<T extends HTMLElement>(id: string, kind: new () => T): T {
	const element = document.getElementById(id);
	if (!(element instanceof kind)) {
		throw new Error(`the page has no ${kind.name} #${id}`);
	}
	return element;
}
