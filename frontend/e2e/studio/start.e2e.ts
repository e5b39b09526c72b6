import { readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type Document, uploadReady } from "../support/api";
import { Browser } from "../support/browser";
import { desktopRuntime, lastDesktopEvent } from "../support/desktop";
import { type Server, startServer } from "../support/server";
import { documentCard, openStudio } from "../support/studio";

// The page in the window of the desktop program contains the data of the first screen. See start.go of the server.

const browser = new Browser();
let server: Server;
let document: Document;

beforeAll(async () => {
	server = await startServer();
	document = await uploadReady("current.pdf", 1, server);
});

afterAll(() => server.stop());

const goSource = readFileSync(new URL("../../../backend/web/studio/start.go", import.meta.url), "utf8");
/** The paths of the requests whose responses are in the page, below the base path of the API. */
const paths = [...goSource.matchAll(/Path += route\.Base \+ "(.+)"/g)].map(([, path = ""]) => path);
const listPath = paths.find((path) => path.startsWith("/document?")) ?? "";
const pictureWidth = Number(/PictureWidth = (\d+)/.exec(goSource)?.[1]);

/** Adds the data of the first screen to the page, with another name of the document. */
async function addStart(route: Route, name: string): Promise<void> {
	const answers = await Promise.all(
		paths.map(async (path) => {
			const body = JSON.stringify(await call("GET", path, undefined, server));
			return [`/api/v0${path}`, { body: body.replaceAll(document.name, name), total: "1" }] as const;
		}),
	);
	const [listed] = await call<{ revision?: number }[]>("GET", listPath, undefined, server);
	const address = `${server.url}/api/v0/document/${document.id}/thumbnail?width=${pictureWidth}`;
	const picture = await fetch(address, { headers: { Authorization: server.key } });
	const start = {
		answers: Object.fromEntries(answers),
		pictures: [
			{
				id: document.id,
				revision: listed?.revision ?? 0,
				width: pictureWidth,
				png: Buffer.from(await picture.arrayBuffer()).toString("base64"),
			},
		],
	};
	const response = await route.fetch();
	const block = `<script type="application/json" id="start">${JSON.stringify(start)}</script></head>`;
	await route.fulfill({ response, body: (await response.text()).replace("</head>", block) });
}

/** Opens a page with the data of the first screen, in which the document has an outdated name. */
async function openWithStart(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
	const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED/ }, server);
	await page.route(`${server.url}/`, (route) => addStart(route, "outdated.pdf"));
	await prepare(page);
	await page.reload();
	return page;
}

test("the first screen is shown without a request", async () => {
	const page = await openWithStart((page) => page.route("**/api/v0/**", () => undefined)); // never answered
	const card = documentCard(page, "outdated.pdf");
	await card.waitFor();
	const picture = card.locator("img");
	expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(
		pictureWidth,
	);
	await page
		.getByRole("link", { name: /All documents/ })
		.getByText("1", { exact: true })
		.waitFor();
	await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("data in the page is replaced once the server reports changes", async () => {
	const page = await openWithStart(() => Promise.resolve());
	await documentCard(page, "current.pdf").waitFor();
	expect(await documentCard(page, "outdated.pdf").count()).toBe(0);
});

test("data in the page is not used after the user has changed something", async () => {
	const page = await openWithStart((page) => page.route("**/api/v0/changes", () => undefined));
	const card = documentCard(page, "outdated.pdf");
	await card.hover();
	await card.getByRole("button", { name: "Add to favorites" }).click();
	await page.getByRole("link", { name: /Favorites/ }).click();
	await documentCard(page, "current.pdf").waitFor();
	await page.getByRole("link", { name: /All documents/ }).click();
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	await documentCard(page, "current.pdf").waitFor();
	await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the program learns the view of the library, because it requests pictures for cards only", async () => {
	const page = await openStudio(browser, "#/library", { initScript: desktopRuntime }, server);
	const view = () => lastDesktopEvent(page, "view");
	await expect.poll(view).toEqual(["view", "grid"]);
	await page.getByRole("button", { name: "List view" }).click();
	await expect.poll(view).toEqual(["view", "list"]);
});
