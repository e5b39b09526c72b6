/** The pages for developers and operators, and the bar at the top of each page, which has links to all of them. */
import { markURL } from "./mark.mjs";

/**
 * The pages in the order of their links, by their paths from the root of the server. A page with a `source` is created
 * from that Markdown file of the project. No page below /docs may have the name of one of the server's routes: if the
 * public address of the server ends with /docs, its API is at /docs/api.
 */
export const pages = [
	{ path: "docs/guide", label: "API guide", source: "backend/web/api/README.md" },
	{ path: "docs", label: "API reference" },
	{ path: "docs/errors", label: "Error codes", source: "backend/web/api/ERRORS.md" },
	{ path: "demo", label: "Embedding" },
	{ path: "docs/templates", label: "Templates", source: "converters/template/README.md" },
	{ path: "docs/documents", label: "Documents", source: "backend/DOCUMENTS.md" },
	{ path: "docs/installing", label: "Installing", source: "build/README.md" },
	{ path: "docs/operating", label: "Operating", source: "backend/OPERATING.md" },
	{ path: "docs/capacity", label: "Capacity", source: "backend/CAPACITY.md" },
	{ path: "docs/security", label: "Security", source: "SECURITY.md" },
	{ path: "docs/changes", label: "Changes", source: "CHANGELOG.md" },
];

/**
 * Returns the HTML of the bar. In it, the link to the page with the path `current` is marked. `root` is the relative
 * address of the root of the server. The page at /demo has the same bar in demo.html, because the server renders it.
 */
export function topBar(current, root = "") {
	const links = pages.map(({ path, label }) => {
		const marker = path === current ? ' aria-current="page"' : "";
		return `<a href="${root}${path}"${marker}>${label}</a>`;
	});
	return `<nav class="top" aria-label="Documentation">
<p class="brand"><img src="${markURL}" alt="" width="24" height="24"> Lectern</p>
<div class="links">${links.join("\n")}</div>
</nav>`;
}
