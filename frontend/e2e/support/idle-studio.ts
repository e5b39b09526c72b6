import type { Page, Route } from "playwright-core";
import type { Browser } from "./browser";
import type { FilledServer } from "./screen-data";
import { openStudio } from "./studio";

/** The message of the error with which {@link answerError} answers. */
export const diskFullMessage = "The disk of the server is full.";

/** Answers a request with the error of a full disk. */
export const answerError = (route: Route): Promise<void> =>
	route.fulfill({
		status: 500,
		contentType: "application/problem+json",
		body: JSON.stringify({ code: "internal", message: diskFullMessage }),
	});

/**
 * Opens the studio at a page that loads none of the data of other pages, so that the next page has to load its data.
 * The stream of changes is held back, because its first message would make all pages read their data again. On a slow
 * machine, this message could arrive at any time during the test.
 */
export async function openIdleStudio(browser: Browser, server: FilledServer): Promise<Page> {
	const page = await openStudio(browser, "#/developers", { expected: /status of 500|ERR_FAILED/ }, server);
	await page.route(/\/api\/v0\/changes/, () => undefined);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).filter({ visible: true }).waitFor();
	return page;
}

/**
 * Opens a page of the studio by its address. In the address, READY, FOLDER and TEMPLATE stand for the ids of a
 * document, a watched folder and a template of the server.
 */
export async function goTo(page: Page, address: string, { data }: FilledServer): Promise<void> {
	const path = address
		.replace("READY", data.documents.ready)
		.replace("FOLDER", data.folder)
		.replace("TEMPLATE", data.template);
	await page.evaluate((hash) => {
		location.hash = hash;
	}, `#/${path}`);
}
