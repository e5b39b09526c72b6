import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

/** Opens the reference page, and waits until it is rendered. */
async function openReference(): Promise<Page> {
	const page = await browser.open(`${sharedServer().url}/docs`);
	await page.getByRole("heading", { name: "Lectern API", exact: true }).waitFor();
	return page;
}

/** An operation in the API description. */
interface Operation {
	readonly summary: string;
	readonly tags: readonly string[];
}

test("the reference lists the areas of the description, and the operations of one that is opened", async () => {
	const answer = await fetch(`${sharedServer().url}/openapi.json`);
	const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
	const operations = Object.values(paths).flatMap((path) => Object.values(path));
	const page = await openReference();
	expect(await page.title()).toBe("API reference · Lectern");
	const list = page.getByRole("complementary").first();
	const openButton = (area: string) =>
		list.getByRole("button", { name: new RegExp(`^${area} (Open|Close) Group$`) });
	for (const area of new Set(operations.flatMap(({ tags }) => tags))) {
		await openButton(area).waitFor({ state: "attached" });
	}
	await openButton("Sessions").click();
	const sessions = operations.filter(({ tags }) => tags.includes("Sessions"));
	for (const { summary } of sessions) {
		await list.getByText(summary, { exact: true }).first().waitFor();
	}
	expect(sessions.length).toBeGreaterThan(3);
});

test("an operation can be tried with a key, which is stored nowhere", async () => {
	const page = await openReference();
	await page.getByPlaceholder("Your API key").first().fill(sharedServer().key);
	await page.getByRole("button", { name: "Test Request" }).first().click();
	const [response] = await Promise.all([
		page.waitForResponse((response) => response.url().startsWith(`${sharedServer().apiBase}/document`)),
		page
			.getByRole("dialog")
			.getByRole("button", { name: /^Send get request/ })
			.click(),
	]);
	expect(response.status()).toBe(200);
	const storedData = await page.evaluate(
		() => JSON.stringify([localStorage, sessionStorage]) + document.cookie,
	);
	expect(storedData).not.toContain(sharedServer().key);
});
