import { chromium } from "playwright-core";

/** Chromium as people have it, with the window around its pages. */
export const whole = "/usr/bin/chromium";
/** The same without the window, which is most of the work of short tests. */
export const shell = "/usr/bin/chromium-headless-shell";

/** Command-line flags of Chromium for tests and measurements. */
export const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--font-render-hinting=none", // the shell would round the widths of letters
];

/** Runs Chromium with a fresh profile, calls `use` with a page, and returns its result. */
export async function withPage(use, further = []) {
	const browser = await chromium.launch({
		executablePath: whole,
		args: [...flags, ...further],
	});
	try {
		const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
		return await use(await context.newPage());
	} finally {
		await browser.close();
	}
}
