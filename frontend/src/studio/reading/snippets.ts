/** Returns the HTML that shows a viewer in an iframe. */
export function frameSnippet(address: string): string {
	return `<iframe src="${escapeAttribute(address)}" width="800" height="600" allow="fullscreen"></iframe>`;
}

/** Returns the HTML that shows a viewer with embed.js. */
export function embedSnippet(address: string, session: string): string {
	const script = address.replace(/\/viewer\/view.*$/, "/viewer/public/embed.js");
	return (
		`<script src="${escapeAttribute(script)}" async></script>\n` +
		`<div class="svc-view-viewer-embedded" data-session-id="${escapeAttribute(session)}"></div>`
	);
}

function escapeAttribute(value: string): string {
	return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
