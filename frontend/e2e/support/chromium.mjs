import { chromium } from "playwright-core";

/** The full Chromium, with a window. */
export const fullBrowser = "/usr/bin/chromium";
/** Chromium without a window. It starts much faster, and starting takes most of the time of a short test. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/** Chromium's command-line flags for tests and measurements. */
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

/** Runs Chromium with a new profile, calls `callback` with a page, and returns the result of the callback. */
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
