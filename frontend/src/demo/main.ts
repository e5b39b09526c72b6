import "../ui/tokens.css";
import "../ui/base.css";
import "../ui/top.css";
import "./demo.css";
import { DemoLibrary } from "./library";
import {
	attributesOf,
	callText,
	type Choice,
	elementTag,
	type EmbedKind,
	embedKinds,
	frameTag,
	scriptTag,
} from "./snippet";

/** The address of this server, without a trailing slash. */
const server = new URL(".", location.href).href.replace(/\/$/, "");

/** The placeholder for the session id in the snippets, as long as there is no session. */
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
	void runWithStatus("Listing documents…", listDocuments);
});
documents.addEventListener("change", () => {
	void runWithStatus("Creating a session…", openSession);
});
for (const choice of [session, profile, theme]) {
	choice.addEventListener("change", updateExamples);
}
updateExamples();

/** Lists the documents that the key can access, and shows the newest one. */
async function listDocuments(): Promise<string> {
	library = new DemoLibrary(server, key.value.trim());
	const { documents: available, profiles, themes } = await library.listChoices();
	fill(documents, available);
	fill(profile, [{ id: "", name: "Default" }, ...profiles.map((name) => ({ id: name, name }))]);
	fill(theme, [{ id: "", name: "Default" }, ...themes.map((name) => ({ id: name, name }))]);
	if (available.length === 0) {
		return "There are no documents yet. Add one first.";
	}
	return openSession();
}

/** Shows the chosen document in a new session. */
async function openSession(): Promise<string> {
	if (library === undefined || documents.value === "") {
		return "";
	}
	session.value = await library.session(documents.value);
	updateExamples();
	return "A session of 60 minutes was created.";
}

/** Runs an action. Shows the text `progress` while it runs, and then its result. */
async function runWithStatus(progress: string, action: () => Promise<string>): Promise<void> {
	showStatus(progress);
	try {
		showStatus(await action());
	} catch (error) {
		showStatus(error instanceof Error ? error.message : String(error), "error");
	}
}

function showStatus(text: string, kind = ""): void {
	message.textContent = text;
	message.dataset["kind"] = kind;
}

/** Updates the snippets and the live examples after a change of the visitor's choices. */
function updateExamples(): void {
	const choice = { sessionId: session.value.trim(), profile: profile.value, theme: theme.value };
	const snippetChoice = { ...choice, sessionId: choice.sessionId || placeholder };
	showCode("script", scriptTag(server));
	for (const embedKind of embedKinds) {
		showCode(embedKind, elementTag(embedKind, snippetChoice));
		showLive(embedKind, choice);
	}
	showCode("frame", frameTag(server, snippetChoice));
	showCode("call", callText(snippetChoice));
	showCall(choice);
}

function showCode(name: string, text: string): void {
	const container = document.querySelector(`[data-code="${name}"]`);
	const pre = document.createElement("pre");
	const copy = document.createElement("button");
	pre.tabIndex = 0; // keyboard users can then scroll it horizontally
	pre.append(Object.assign(document.createElement("code"), { textContent: text }));
	copy.type = "button";
	copy.textContent = "Copy";
	copy.ariaLabel = `Copy ${name}`;
	copy.addEventListener("click", () => {
		void navigator.clipboard.writeText(text).then(() => {
			copy.textContent = "Copied";
		});
	});
	container?.replaceChildren(pre, copy);
}

/** Adds the element of a snippet to the page, so that visitors can try this kind of embedding. */
function showLive(embedKind: EmbedKind, choice: Choice): void {
	const container = document.querySelector<HTMLElement>(`[data-live="${embedKind}"]`);
	if (choice.sessionId === "") {
		container?.replaceChildren(emptyNote());
		return;
	}
	const isButton = embedKind !== "embedded" && embedKind !== "ribbon";
	const element = document.createElement(isButton ? "button" : "div");
	element.textContent = isButton ? "Read the document" : "";
	for (const [name, value] of attributesOf(embedKind, choice)) {
		element.setAttribute(name, value);
	}
	container?.replaceChildren(element);
}

/** Shows a button that makes the API call of the snippet. */
function showCall(choice: Choice): void {
	const container = document.querySelector(`[data-live="call"]`);
	if (choice.sessionId === "") {
		container?.replaceChildren(emptyNote());
		return;
	}
	const run = Object.assign(document.createElement("button"), { textContent: "Run it" });
	const output = Object.assign(document.createElement("output"), { textContent: "" });
	run.addEventListener("click", () => {
		void runWithStatus("", async () => {
			const viewer = await SvcViewEmbed.openOverlay(choice);
			viewer.on("pageChanged", ({ page, count }) => {
				output.textContent = `${page} of ${count}`;
			});
			await viewer.goToPage(2);
			return "";
		});
	});
	container?.replaceChildren(run, output);
}

function emptyNote(): HTMLElement {
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
