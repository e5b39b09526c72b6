import { chromium } from "playwright-core";

/** What Chromium wants where it is tested and measured. */
export const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Runs Chromium with a fresh profile for as long as `use` works with a page in it, and gives what that gives. */
export async function withPage(use, further = []) {
	const browser = await chromium.launch({
		executablePath: process.env.LECTERN_CHROMIUM ?? "/usr/bin/chromium",
		args: [...flags, ...further],
	});
	try {
		const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
		return await use(await context.newPage());
	} finally {
		await browser.close();
	}
}
