import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { upload } from "../support/api";
import { openStudio } from "../support/studio";

const browser = new Browser();

test("headings and tools fit into a small window", async () => {
	await upload("small.pdf", makePDF(1));
	const page = await openStudio(browser, "#/library", {
		viewport: { width: 700, height: 500 },
		locale: "de",
	});
	const heading = page.getByRole("heading", { level: 1 });
	const isFullyVisible = (element: HTMLElement) =>
		element.scrollWidth <= element.clientWidth &&
		element.getClientRects().length === 1 &&
		element.clientHeight < 50;
	await expect.poll(() => heading.innerText()).toBe("Alle Dokumente");
	const title = page.getByRole("button", { name: "Alle Dokumente: andere Liste wählen" });
	expect(await title.evaluate(isFullyVisible)).toBe(true);
	expect(await page.getByRole("searchbox").getAttribute("placeholder")).toBe("Suchen");
	await page.evaluate(() => (location.hash = "#/designer/theme"));
	await expect.poll(() => heading.innerText()).toBe("Profile und Designs");
	expect(await heading.evaluate(isFullyVisible)).toBe(true);
	await page.evaluate(() => (location.hash = "#/designer/theme/default"));
	await page.getByRole("radio", { name: "Vorschau" }).click();
	const phone = page.getByRole("button", { name: "Telefon" });
	await expect
		.poll(() => phone.boundingBox().then((box) => (box?.x ?? 700) + (box?.width ?? 0)))
		.toBeLessThan(700);
});

test("visually hidden elements do not make a page scrollable", async () => {
	for (let count = 0; count < 15; count++) {
		await upload(`listed-${count}.docx`, new TextEncoder().encode("This is none."));
	}
	const page = await openStudio(browser, "#/activity", { viewport: { width: 900, height: 700 } });
	await page.getByRole("listitem").filter({ hasText: "listed-14.docx" }).waitFor();
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(700);
});
