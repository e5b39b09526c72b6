import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { sharedServer } from "./shared-server";

/**
 * Returns a strict Content-Security-Policy for a host page. It allows the files of the page itself, and scripts and
 * frames of the server.
 */
export function strictPolicy(server: string): string {
	return `default-src 'self'; script-src ${server}; frame-src ${server}; style-src 'self'; base-uri 'none'; require-trusted-types-for 'script'`;
}

/** A web server with host pages, which are pages that embed a viewer. Its origin differs from Lectern's. */
export class HostSite {
	readonly #pages = new Map<string, { html: string; policy: string }>();
	#server: Server | undefined;
	#count = 0;

	constructor() {
		beforeAll(async () => {
			this.#server = createServer((request, response) => {
				const page = this.#pages.get(request.url ?? "");
				response.writeHead(page === undefined ? 204 : 200, {
					"Content-Type": request.url?.endsWith(".css") === true ? "text/css" : "text/html; charset=utf-8",
					...(page?.policy ? { "Content-Security-Policy": page.policy } : {}),
				});
				response.end(page?.html);
			});
			await new Promise<void>((resolve) => this.#server?.listen(0, "localhost", resolve));
		});
		afterAll(() => {
			this.#server?.closeAllConnections();
			this.#server?.close();
		});
	}

	/** The URL of this web server, without a trailing slash. Its host name and port differ from Lectern's. */
	get url(): string {
		return `http://localhost:${(this.#server?.address() as AddressInfo).port}`;
	}

	/** The origins to which the host pages may send requests. */
	get origins(): string[] {
		return [this.url, sharedServer().url];
	}

	/** Adds a page with the given HTML and, optionally, a Content-Security-Policy, and returns its URL. */
	addPage(html: string, policy = ""): string {
		const path = `/page-${++this.#count}.html`;
		this.#pages.set(path, { html, policy });
		return this.url + path;
	}

	/** Adds a style sheet, and returns its URL. */
	addStyles(css: string): string {
		const path = `/styles-${++this.#count}.css`;
		this.#pages.set(path, { html: css, policy: "" });
		return this.url + path;
	}
}

/** Returns the HTML of a host page. `head` and `body` are added to its head and its body. */
export function hostPage(head: string, body: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body><main aria-label="Host"><h1>Host page</h1>${body}</main></body></html>`;
}

/** Returns the script tag for embed.js, with additional attributes. */
export function embedScript(attributes = ""): string {
	return `<script src="${sharedServer().url}/viewer/public/embed.js" ${attributes}></script>`;
}
