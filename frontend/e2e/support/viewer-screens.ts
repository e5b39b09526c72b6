import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import words from "../../src/viewer/languages/en.json";
import {
	call,
	makeSession,
	openMissingFontSession,
	openSession,
	upload,
	uploadSample,
	waitForDocument,
} from "./api";
import { Browser, chooseMenuItem, type OpenOptions, pageText } from "./browser";
import { makeBook, makeDocx } from "./documents";
import { search } from "./search";
import { type RunningServer, type Server, startServer } from "./server";

/** The URLs of viewers on one server. */
interface ViewerAddresses {
	readonly book: string;
	readonly encrypted: string;
	readonly fonts: string;
	readonly waiting: string;
	readonly notFound: string;
	/** Creates a session that the test may end. Returns its id and the URL of its viewer. */
	readonly makeEndableSession: () => ReturnType<typeof makeSession>;
}

/** A state of the viewer that is to be checked. */
interface ViewerScreen {
	readonly name: string;
	/** Brings the viewer into the state, on an empty page. */
	readonly open: (page: Page, addresses: ViewerAddresses, server: RunningServer) => Promise<unknown>;
	/** Matches the errors that the browser reports in this state. */
	readonly expected?: RegExp;
	/**
	 * Whether an element, such as an open menu, does not move if the size of the window changes. Tests must
	 * then open the state again for each size.
	 */
	readonly isAtPoint?: boolean;
}

/** Uploads the documents of the screens. */
async function makeViewerAddresses(server: RunningServer & { url: string }): Promise<ViewerAddresses> {
	const book = await upload("A book with chapters.pdf", makeBook(12), server);
	const encrypted = await uploadSample("protected.pdf", server);
	const waiting = await upload("waiting.docx", makeDocx(400, 7), server);
	for (const { id } of [book, encrypted]) {
		await waitForDocument(id, ({ status }) => status === "ready", server);
	}
	return {
		book: await openSession(book.id, 60, server),
		encrypted: await openSession(encrypted.id, 60, server),
		waiting: await openSession(waiting.id, 60, server),
		fonts: await openMissingFontSession(server),
		notFound: `${server.url}/viewer/view?sessionId=${"x".repeat(43)}`,
		makeEndableSession: () => makeSession(book.id, 60, server),
	};
}

/** Returns a state of the viewer with a document of 12 pages. `prepare` is called when the document is open. */
function bookScreen(
	name: string,
	prepare: (page: Page) => Promise<unknown>,
	parameters: Readonly<Record<string, string>> = {},
): ViewerScreen {
	return {
		name,
		open: async (page, { book }) => {
			const address = new URL(book);
			for (const [parameter, value] of Object.entries(parameters)) {
				address.searchParams.set(parameter, value);
			}
			await page.goto(address.href);
			await pageText(page, 1);
			await prepare(page);
		},
	};
}

/** The number of documents that have been uploaded for the state 'preview of page 1'. */
let longDocuments = 0;

const layouts = [words.layoutTwoPages, words.layoutPoster, words.layoutHorizontal];

/** All states of the viewer that are to be checked. */
const viewerScreens: readonly ViewerScreen[] = [
	bookScreen("pages", () => Promise.resolve()),
	...layouts.map((layout) => bookScreen(`pages: ${layout}`, (page) => chooseMenuItem(page, layout))),
	bookScreen("dark pages", (page) => chooseMenuItem(page, words.darkPages)),
	bookScreen("presentation", async (page) => {
		// In full screen, the test could not resize the window.
		await page.evaluate(() => {
			document.documentElement.requestFullscreen = () => Promise.reject(new Error());
		});
		await chooseMenuItem(page, words.presentation);
		await page.locator(".presenting").waitFor();
	}),
	bookScreen(
		"thumbnails",
		(page) => page.locator('#thumbnails-pages [data-page="2"] img').waitFor({ state: "attached" }),
		{ profileOverrides: '{"thumbnailsShown":true}' },
	),
	bookScreen(
		"outline",
		async (page) => {
			await page.locator("#outline").click();
			await page.locator("#outline-pane a").first().waitFor();
		},
		{ profileOverrides: '{"thumbnailsShown":true}' },
	),
	bookScreen("search with results", async (page) => {
		await search(page, "page", "1 of 24");
		await page.locator("#results-pane li mark").first().waitFor({ state: "attached" });
	}),
	bookScreen("search without results", (page) => search(page, "nowhere", words.searchNone)),
	{
		...bookScreen("menu", async (page) => {
			await page.locator("#more").click();
			await page.getByRole("menu").waitFor();
		}),
		isAtPoint: true,
	},
	bookScreen("print dialog", async (page) => {
		await page.keyboard.press("Control+p");
		await page.getByRole("dialog").waitFor();
	}),
	bookScreen("properties", async (page) => {
		await chooseMenuItem(page, words.properties);
		await page.getByRole("dialog").waitFor();
	}),
	bookScreen("shortcuts", async (page) => {
		await page.keyboard.press("?");
		await page.getByRole("dialog").waitFor();
	}),
	bookScreen("notice of an unknown profile", (page) => page.locator("#notification").waitFor(), {
		profile: "none",
	}),
	bookScreen("wrong page number", async (page) => {
		await page.fill("#page-field", "1000");
		await page.press("#page-field", "Enter");
		await page.locator("#page-hint").waitFor();
	}),
	{
		name: "missing fonts",
		open: async (page, { fonts }) => {
			await page.goto(fonts);
			await page.getByRole("button", { name: words.fontsTitle }).click();
			await page.getByRole("dialog").waitFor();
		},
	},
	{
		name: "lost connection",
		expected: /ERR_INTERNET_DISCONNECTED/,
		open: async (page, { book }) => {
			await page.goto(book);
			await pageText(page, 1);
			await page.context().setOffline(true);
			await page.keyboard.press("End");
			await page.locator("#notice").waitFor();
		},
	},
	{
		name: "pages that fail or take long",
		expected: /status of 503/,
		open: async (page, { book }) => {
			const slow = { status: 503, contentType: "application/problem+json", body: "{}" };
			await page.route("**/page/2.svg?*", (route) => route.fulfill(slow));
			await page.route("**/page/3.svg?*", () => undefined);
			await page.goto(book);
			await page.setViewportSize({ width: 1200, height: 2400 });
			await page.getByRole("button", { name: words.retry }).waitFor();
			await page.getByText(words.pageSlow).waitFor();
		},
	},
	{
		name: "document that is being converted",
		open: async (page, { waiting }) => {
			// The response about the document's first change is held back, so that the conversion does not change the
			// page.
			await page.route("**/state?*", () => undefined);
			await page.goto(waiting);
			await page.getByRole("heading", { level: 1 }).waitFor();
		},
	},
	{
		name: "preview of page 1",
		open: async (page, _, server) => {
			// Each time, a different document is uploaded, because the server would reuse the pages of an identical
			// document.
			const { id } = await upload("long.docx", makeDocx(900 + ++longDocuments, 7), server);
			await waitForDocument(id, ({ viewable }) => viewable, server);
			await page.route("**/state?*", () => undefined);
			await page.goto(await openSession(id, 60, server));
			await page.locator("#status", { hasText: words.provisional }).waitFor();
			await pageText(page, 1);
		},
	},
	{
		name: "encrypted document",
		open: async (page, { encrypted }) => {
			await page.goto(encrypted);
			await page.getByRole("heading", { name: words.lockedTitle }).waitFor();
		},
	},
	{
		name: "session that ends",
		expected: /status of 410/,
		open: async (page, { makeEndableSession }, server) => {
			const { id, viewerURL } = await makeEndableSession();
			await page.goto(viewerURL);
			await pageText(page, 1);
			await call("DELETE", `/session/${id}`, undefined, server);
			await page.locator('.panel[data-kind="over"]').waitFor();
		},
	},
	{
		name: "session that has ended",
		expected: /status of 410/,
		open: async (page, { makeEndableSession }, server) => {
			const { id, viewerURL } = await makeEndableSession();
			await call("DELETE", `/session/${id}`, undefined, server);
			await page.goto(viewerURL);
			await page.getByRole("heading").first().waitFor();
		},
	},
	{
		name: "session that does not exist",
		expected: /status of 404/,
		open: async (page, { notFound }) => {
			await page.goto(notFound);
			await page.getByRole("heading").first().waitFor();
		},
	},
];

/** The names and the states, for `test.for`. */
export const namedViewerScreens = viewerScreens.map((screen) => [screen.name, screen] as const);

/**
 * Starts a server with the documents of the screens, and a browser, for the tests of one file. Returns a function that
 * opens a page in a state.
 */
export function useViewerScreens(): (screen: ViewerScreen, options?: OpenOptions) => Promise<Page> {
	const browser = new Browser();
	let server: Server;
	let addresses: ViewerAddresses;
	beforeAll(async () => {
		server = await startServer();
		addresses = await makeViewerAddresses(server);
	});
	afterAll(async () => {
		await server.stop();
	});
	return async ({ open, expected }, options) => {
		const page = await browser.open("about:blank", {
			...options,
			origin: server.url,
			...(expected && { expected }),
		});
		await open(page, addresses, server);
		return page;
	};
}
