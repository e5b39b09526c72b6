import { chromium } from "playwright-core";

/** The full Chromium, with a window. */
export const fullBrowser = "/usr/bin/chromium";
/** Chromium without a window. It starts much faster, and in a short test starting takes most of the time. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/** Command-line flags of Chromium for tests and measurements. */
export const browserFlags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--font-render-hinting=none", // without this, the headless shell rounds the widths of letters
];

/** Runs Chromium with a fresh profile, calls `callback` with a page, and returns its result. */
export async function withPage(callback, extraFlags = []) {
	const browser = await chromium.launch({
		executablePath: fullBrowser,
		args: [...browserFlags, ...extraFlags],
	});
	try {
		const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
		return await callback(await context.newPage());
	} finally {
		await browser.close();
	}
}
