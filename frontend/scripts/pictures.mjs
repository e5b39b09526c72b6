/**
 * Takes a light and a dark screenshot of the viewer for the README: `node scripts/pictures.mjs VIEWER_URL`. The
 * current screenshots show backend/samples/letter.docx.
 */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { browserFlags, headlessShell } from "../e2e/support/chromium.mjs";

const [url] = process.argv.slice(2);
if (url === undefined) {
	throw new Error("name the viewerURL of a session: node scripts/pictures.mjs VIEWER_URL");
}
const browser = await chromium.launch({ executablePath: headlessShell, args: browserFlags });
for (const [colorScheme, name] of [
	["light", "viewer"],
	["dark", "viewer-dark"],
]) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
	await page.goto(url);
	await page.getByText("Welcome to Lectern").first().waitFor();
	await page.locator(".side img").last().waitFor();
	await page.waitForFunction(() => [...document.images].every((image) => image.complete));
	await page.evaluate(() => document.fonts.ready);
	const path = fileURLToPath(new URL(`../../build/pictures/${name}.png`, import.meta.url));
	await page.screenshot({ path });
	console.log(path);
}
await browser.close();
