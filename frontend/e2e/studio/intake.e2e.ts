import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import activity from "../../src/studio/languages/en/activity.json";
import library from "../../src/studio/languages/en/library.json";
import shell from "../../src/studio/languages/en/shell.json";
import { samples, uploadReady } from "../support/api";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

interface File {
	readonly name: string;
	readonly buffer: Buffer;
}

const goodFile = (name: string): File => ({ name, buffer: Buffer.from(makePDF(1)) });

async function sample(file: string, name: string): Promise<File> {
	return { name, buffer: await readFile(join(samples, file)) };
}

/** Adds files to the library, and returns the list that shows the files being added. */
async function add(page: Page, files: readonly File[]): Promise<Locator> {
	await page.getByRole("grid").or(page.getByText("Add your first documents")).first().waitFor();
	const chooser = page.waitForEvent("filechooser");
	await page.dispatchEvent("body", "keydown", { key: "o", ctrlKey: true, bubbles: true });
	await (await chooser).setFiles(files.map((file) => ({ mimeType: "application/octet-stream", ...file })));
	const list = page.getByRole("region", { name: "Adding documents" });
	await list.waitFor();
	return list;
}

/** Reports whether two elements overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
	const [a, b] = [await one.boundingBox(), await other.boundingBox()];
	if (a === null || b === null) {
		throw new Error("an element is not visible");
	}
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("the list of added files shows what became of each, and unlocks documents in it", async () => {
	const page = await openStudio(browser);
	const list = await add(page, [
		goodFile("list-good.pdf"),
		await sample("protected.pdf", "list-protected.pdf"),
		await sample("damaged.docx", "list-damaged.docx"),
	]);
	const summary = list.getByRole("status");
	await expect.poll(() => summary.innerText()).toMatch(/1 ready\s*1 needs attention\s*1 failed/);
	const line = (name: string) => list.getByRole("listitem").filter({ hasText: name });
	await line("list-damaged").getByRole("img", { name: "Not converted" }).waitFor();
	await line("list-protected").getByRole("img", { name: "Needs a password" }).waitFor();
	expect(await axeViolations(page)).toEqual([]);

	const field = list.getByLabel("Password of list-protected.pdf");
	await field.fill("wrong");
	await field.press("Enter");
	await list.getByRole("alert").filter({ hasText: "The password does not open the document." }).waitFor();
	await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
	expect(await field.inputValue()).toBe("wrong");
	await field.fill("open sesame");
	await field.press("Enter");
	await expect.poll(() => summary.innerText()).toMatch(/2 ready\s*1 failed/);
	await field.waitFor({ state: "detached" });
});

test("no line of the summary of added files begins with a separator", async () => {
	const page = await openStudio(browser, "#/library", { viewport: { width: 320, height: 700 } });
	const list = await add(page, [
		goodFile("lines-good.pdf"),
		await sample("protected.pdf", "lines-protected.pdf"),
		await sample("damaged.docx", "lines-damaged.docx"),
	]);
	const summary = list.getByRole("status");
	await expect.poll(() => summary.innerText()).toMatch(/1 ready\s*1 needs attention\s*1 failed/);
	const parts = await summary.locator("span").evaluateAll((spans) => {
		const start = Math.min(...spans.map((span) => span.getBoundingClientRect().left));
		return spans.map((span) => {
			const { left, top, height } = span.getBoundingClientRect();
			// `elementFromPoint` does not find clipped content.
			const separator = document.elementFromPoint(left + 4, top + height / 2);
			return { isFirst: left === start, hasSeparator: separator === span };
		});
	});
	expect(parts.filter(({ isFirst }) => isFirst).length).toBeGreaterThan(1);
	expect(parts.map(({ hasSeparator }) => hasSeparator)).toEqual(parts.map(({ isFirst }) => !isFirst));
});

test("the list of added files closes when all documents are ready", async () => {
	const page = await openStudio(browser);
	await page.clock.install();
	const list = await add(page, [goodFile("all-well.pdf")]);
	await list.hover(); // it stays open while the pointer is over it
	await list.getByText("1 ready").waitFor();
	await list.getByRole("button", { name: "Show list" }).waitFor();
	await page.mouse.move(600, 300);
	await page.clock.fastForward(11_000);
	await list.waitFor({ state: "detached" });
});

test("a file that cannot be converted is explained, and can be removed from the list and the library", async () => {
	const page = await openStudio(browser);
	const list = await add(page, [await sample("damaged.docx", "broken.docx"), goodFile("beside-broken.pdf")]);
	await list.getByText("1 failed").waitFor();
	await list.getByText(activity.doDamaged).waitFor();
	await list.getByRole("button", { name: "Remove: broken.docx" }).click();
	await list.getByText("1 failed").waitFor({ state: "detached" });
	await documentCard(page, "broken.docx").waitFor({ state: "detached" });
	await page.getByRole("button", { name: library.undo, exact: true }).click();
	await documentCard(page, "broken.docx").waitFor();
});

test("the list of added files does not follow to other pages once only failures are left", async () => {
	const page = await openStudio(browser);
	const list = await add(page, [goodFile("left.pdf"), { name: "left-empty.pdf", buffer: Buffer.alloc(0) }]);
	await expect.poll(() => list.getByRole("status").innerText()).toMatch(/1 ready\s*1 failed/);
	const navigation = page.getByRole("navigation", { name: "Lectern" });
	await navigation.getByRole("link", { name: "Activity", exact: true }).click();
	await list.waitFor({ state: "detached" });
});

test("the list of added files follows to other pages while a document needs its password", async () => {
	const page = await openStudio(browser);
	const list = await add(page, [
		await sample("protected.pdf", "followed.pdf"),
		{ name: "followed-empty.pdf", buffer: Buffer.alloc(0) },
	]);
	await list.getByText("1 needs attention").waitFor();
	const navigation = page.getByRole("navigation", { name: "Lectern" });
	await navigation.getByRole("link", { name: "Activity", exact: true }).click();
	await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
	await list.getByText("1 needs attention").waitFor();
});

test.each([
	[1440, 900],
	[390, 844],
])(
	"lines of the navigation stay where they are while documents are converted, at %i × %i pixels",
	async (width, height) => {
		const page = await openStudio(browser, "#/library", { viewport: { width, height } });
		let counts = { processing: 0, failed: 0 };
		await page.route(/\/api\/v0\/library$/, async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, json: { ...((await response.json()) as object), ...counts } });
		});
		/** Returns the positions of all lines, with the given numbers of documents. */
		const positions = async (processing: number, failed: number) => {
			counts = { processing, failed };
			await page.reload();
			if (width < 860) {
				await page.getByRole("main").getByRole("button", { name: shell.allDocuments }).click();
			}
			const lines = page.locator(".navigation-line").filter({ visible: true });
			await lines.filter({ hasText: shell.trash }).waitFor();
			await expect
				.poll(() => lines.filter({ hasText: shell.processing }).count())
				.toBe(Math.min(processing, 1));
			await expect.poll(() => lines.filter({ hasText: shell.failed }).count()).toBe(Math.min(failed, 1));
			const found = await lines.evaluateAll((all) =>
				all.map(
					(line) =>
						[line.querySelector(".label")?.textContent ?? "", line.getBoundingClientRect().top] as const,
				),
			);
			return new Map(found);
		};
		const before = await positions(0, 0);
		const during = await positions(3, 2);
		const first = before.get(shell.allDocuments) ?? 0;
		for (const [name, top] of before) {
			expect((during.get(name) ?? 0) - (during.get(shell.allDocuments) ?? 0), name).toBe(top - first);
		}
	},
);

test("an upload that was interrupted is retried from the list", async () => {
	const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED/ });
	await page.route("**/document/upload*", (route) => route.abort());
	const list = await add(page, [goodFile("interrupted.pdf")]);
	const retry = list.getByRole("button", { name: "Try again: interrupted.pdf" });
	await retry.waitFor();
	await page.unroute("**/document/upload*");
	await retry.click();
	await documentCard(page, "interrupted.pdf").waitFor();
	await expect.poll(() => list.getByText("1 failed").count()).toBe(0);
});

/** Returns the box of an element, with its right and lower edges. */
async function edges(element: Locator) {
	const box = await element.boundingBox();
	if (box === null) {
		throw new Error("the element is not visible");
	}
	return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test.each([
	[1440, 900],
	[390, 800],
])(
	"the list of added files is a card at the lower right, and covers no document, at %i × %i pixels",
	async (width, height) => {
		const name = `uncovered-${width}.pdf`;
		await uploadReady(name);
		const page = await openStudio(browser, "#/library", { viewport: { width, height } });
		const list = await add(page, [await sample("protected.pdf", "covering.pdf")]);
		await list.getByText("1 needs attention").waitFor();
		const card = await edges(list);
		const navigation = page.getByRole("navigation", { name: "Lectern" });
		const bottom = width < 860 ? (await edges(navigation)).y : height;
		expect(card.bottom).toBeLessThan(bottom);
		expect(card.bottom).toBeGreaterThan(bottom - 30);
		expect(card.right).toBeGreaterThan(width - 30);
		expect(card.width).toBeLessThan(450);
		// The last document can be scrolled into the free area above the card.
		const grid = page.getByRole("grid");
		const bottomOfLast = async () => {
			await grid.evaluate((area) => {
				area.scrollTop = area.scrollHeight;
			});
			const cells = page.getByRole("gridcell");
			const bottoms = await cells.evaluateAll((all) =>
				all.map((cell) => cell.getBoundingClientRect().bottom),
			);
			return Math.max(...bottoms);
		};
		await expect.poll(bottomOfLast).toBeLessThanOrEqual((await edges(list)).y);
		await grid.evaluate((area) => {
			area.scrollTop = 0;
		});
		await documentCard(page, name).dblclick();
		await page.frameLocator("iframe:visible").locator("#pages .page[data-state=drawn]").first().waitFor();
		await expect.poll(() => overlap(list, page.locator("iframe:visible"))).toBe(false);
	},
);
