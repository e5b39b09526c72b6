/** The kinds of embedding. The CSS class of an element ends with its kind. */
export const embedKinds = ["embedded", "ribbon", "overlay", "floating", "external"] as const;
export type EmbedKind = (typeof embedKinds)[number];

/** The choices of the visitor that a snippet contains. Empty values are omitted. */
export interface Choice {
	readonly sessionId: string;
	readonly profile: string;
	readonly theme: string;
}

/** Returns the script tag for a server. `server` is its address without a trailing slash. */
export function scriptTag(server: string): string {
	return `<script src="${escapeHTML(server)}/viewer/public/embed.js" async></script>`;
}

/** Returns the HTML element for a kind of embedding, which embed.js recognizes. */
export function elementTag(embedKind: EmbedKind, choice: Choice): string {
	const [name, text] =
		embedKind === "embedded" || embedKind === "ribbon" ? ["div", ""] : ["button", "Read the document"];
	const attributes = attributesOf(embedKind, choice).map(([key, value]) => ` ${key}="${escapeHTML(value)}"`);
	return `<${name}${attributes.join("\n    ")}>${text}</${name}>`;
}

/** Returns the attributes of the element that {@link elementTag} returns. */
export function attributesOf(
	embedKind: EmbedKind,
	{ sessionId, profile, theme }: Choice,
): [name: string, value: string][] {
	const pairs: [string, string][] = [
		["class", `svc-view-viewer-${embedKind}`],
		["data-session-id", sessionId],
		["data-profile", profile],
		["data-theme", theme],
	];
	return pairs.filter(([, value]) => value !== "");
}

/** Returns an iframe tag that needs no script. */
export function frameTag(server: string, choice: Choice): string {
	const query = new URLSearchParams(nonEmptyEntries(choice));
	const address = escapeHTML(`${server}/viewer/view?${query.toString()}`);
	return `<iframe src="${address}"\n    title="Document" width="800" height="600" allow="fullscreen; clipboard-write"></iframe>`;
}

/** Returns an example that opens an overlay with the script's API. */
export function callText(choice: Choice): string {
	const configuration = JSON.stringify(Object.fromEntries(nonEmptyEntries(choice)), null, 2);
	return `const viewer = await SvcViewEmbed.openOverlay(${configuration});
viewer.on("pageChanged", ({ page, count }) => console.log(\`\${page} of \${count}\`));
await viewer.goToPage(2);`;
}

function nonEmptyEntries(choice: Choice): [string, string][] {
	return Object.entries(choice).filter(([, value]) => value !== "") as [string, string][];
}

/** Escapes a text for an attribute value. */
function escapeHTML(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
}
