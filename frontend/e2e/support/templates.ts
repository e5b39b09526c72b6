import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { callTask } from "./api";
import { makeTemplate } from "./documents";

/** Returns a name that no other test uses, because several test files use the same server. */
export function uniqueName(start: string): string {
	return `${start} ${randomUUID()}`;
}

/** Creates a template with a new name, whose file has the given paragraphs. */
export async function createTemplate(
	...paragraphs: readonly string[]
): Promise<{ id: string; name: string }> {
	const name = uniqueName("letter");
	const filename = encodeURIComponent(`${name}.docx`);
	return callTask("POST", `/template?filename=${filename}`, makeTemplate(...paragraphs));
}

/** Adds a version to a template, whose file has the given paragraphs. */
export function addVersion(id: string, ...paragraphs: readonly string[]): Promise<unknown> {
	return callTask("POST", `/template/${id}/version?filename=next.docx`, makeTemplate(...paragraphs));
}

/** Waits until the list of templates is loaded. Files dropped earlier would be added to the library. */
export async function waitForTemplates(page: Page): Promise<void> {
	await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
}

/** Simulates that a file is dropped onto a page. */
export async function dropFile(page: Page, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
	const transfer = await page.evaluateHandle(
		([name, text]) => {
			const data = new DataTransfer();
			data.items.add(new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], name));
			return data;
		},
		[name, Buffer.from(bytes).toString("base64")] as const,
	);
	await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/** Returns the visible picture of page 1. */
export function pagePicture(page: Page) {
	return page.getByRole("region", { name: "Pages" }).getByAltText("Page 1");
}

/** Waits until the source of the picture of page 1 is no longer `before`, and returns the new source. */
export async function waitForPictureChange(page: Page, before: string | null): Promise<string> {
	await expect.poll(() => pagePicture(page).getAttribute("src")).not.toBe(before);
	return (await pagePicture(page).getAttribute("src")) ?? "";
}

/** Returns a tab on the page of a template. */
export function templateTab(page: Page, name: string) {
	return page
		.getByRole("group", { name: "Data and placeholders" })
		.getByRole("button", { name, exact: true });
}
