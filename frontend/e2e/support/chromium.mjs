import { chromium } from "playwright-core";

/** Chromium as people have it, with the window around its pages. */
export const whole = "/usr/bin/chromium";
/** The same without the window, which is most of the work of short tests. */
export const shell = "/usr/bin/chromium-headless-shell";

/** What Chromium wants where it is tested and measured. */
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

/** Runs Chromium with a fresh profile for as long as `use` works with a page in it, and gives what that gives. */
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
