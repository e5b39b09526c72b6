import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, inject } from "vitest";

/**
 * Returns a strict Content-Security-Policy of a host page. It allows the page's own files, and the server's script and
 * frames.
 */
export function strictPolicy(server: string): string {
	return `default-src 'self'; script-src ${server}; frame-src ${server}; style-src 'self'; base-uri 'none'; require-trusted-types-for 'script'`;
}

/** Pages of a site of another origin, which embed viewers. */
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

	/** Its address, of another host name and port than the server's. */
	get url(): string {
		return `http://localhost:${(this.#server?.address() as AddressInfo).port}`;
	}

	/** The origins that such a page may ask for something. */
	get origins(): string[] {
		return [this.url, inject("url")];
	}

	/** Puts a page there, whole, with a policy or none, and answers its address. */
	page(html: string, policy = ""): string {
		const path = `/page-${++this.#count}.html`;
		this.#pages.set(path, { html, policy });
		return this.url + path;
	}

	/** Puts a style sheet there, and answers its address. */
	styles(css: string): string {
		const path = `/styles-${++this.#count}.css`;
		this.#pages.set(path, { html: css, policy: "" });
		return this.url + path;
	}
}

/** A page with a head and a body. */
export function pageOf(head: string, body: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body><main aria-label="Host"><h1>Host page</h1>${body}</main></body></html>`;
}

/** The script's tag, with further attributes. */
export function scriptOf(attributes = ""): string {
	return `<script src="${inject("url")}/viewer/public/embed.js" ${attributes}></script>`;
}
