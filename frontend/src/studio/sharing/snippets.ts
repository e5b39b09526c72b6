/**
 * The ways to embed a viewer. `frame` needs no script. All other kinds are those of embed.js, named as in its CSS
 * classes.
 */
export const embedKinds = ["embedded", "ribbon", "overlay", "floating", "external", "frame"] as const;
export type EmbedKind = (typeof embedKinds)[number];

/** The data of the HTML that embeds a viewer in a page. */
export interface Snippet {
	readonly kind: EmbedKind;
	/** The URL of the viewer. */
	readonly address: string;
	/** The id of the session. */
	readonly session: string;
	/** The height, in pixels, of a viewer that is part of the embedding page. */
	readonly height: number;
	/** The label of the button that opens a viewer. */
	readonly button: string;
}

/** Reports whether the viewer is part of the embedding page, rather than opened by a button. */
export function isInPage(kind: EmbedKind): boolean {
	return kind === "embedded" || kind === "ribbon" || kind === "frame";
}

/** Returns the HTML that embeds a viewer in a page. */
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
