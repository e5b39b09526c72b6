import type { Locator, Page } from "playwright-core";
import { documentCard } from "./studio";

/** Opens the share dialog of a document, and returns it. */
export async function openShareDialog(page: Page, name: string): Promise<Locator> {
	await documentCard(page, name).click({ button: "right" });
	await page.getByRole("menuitem", { name: "Share…" }).click();
	const dialog = page.getByRole("dialog", { name: `Share “${name}”` });
	await dialog.getByText("Anyone with the link can").waitFor();
	return dialog;
}

/** Creates a link with the settings that are chosen in the dialog, and returns its URL. */
export async function createLink(dialog: Locator): Promise<string> {
	await dialog.getByRole("button", { name: "Create and copy link" }).click();
	return dialog.getByLabel("Link", { exact: true }).and(dialog.locator("input")).inputValue();
}
