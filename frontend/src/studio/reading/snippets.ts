/** The kinds of embedded viewers, as in the class names of embed.js, and a frame that needs no script. */
export const embedKinds = ["embedded", "ribbon", "overlay", "floating", "external", "frame"] as const;
export type EmbedKind = (typeof embedKinds)[number];

/** The data of a snippet for a page that embeds the viewer. */
export interface Snippet {
	readonly kind: EmbedKind;
	/** The address of the viewer. */
	readonly address: string;
	/** The id of the session. */
	readonly session: string;
	/** The height of a viewer in the page, in pixels. */
	readonly height: number;
	/** The label of the button that opens a viewer. */
	readonly button: string;
}

/** Reports whether viewers of a kind are in the page, rather than opened by a button. */
export function isInPage(kind: EmbedKind): boolean {
	return kind === "embedded" || kind === "ribbon" || kind === "frame";
}

/** Returns the HTML that shows a viewer. */
export function snippetOf({ kind, address, session, height, button }: Snippet): string {
	if (kind === "frame") {
		return `<iframe src="${escapeText(address)}" width="100%" height="${height}" allow="fullscreen"></iframe>`;
	}
	const script = address.replace(/\/viewer\/view.*$/, "/viewer/public/embed.js");
	const attributes = `class="svc-view-viewer-${kind}" data-session-id="${escapeText(session)}"`;
	const element =
		kind === "embedded"
			? `<div ${attributes} style="height: ${height}px"></div>`
			: kind === "ribbon"
				? `<div ${attributes}></div>`
				: `<button type="button" ${attributes}>${escapeText(button)}</button>`;
	return `<script src="${escapeText(script)}" async></script>\n${element}`;
}

function escapeText(value: string): string {
	return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
