/** Waits until all pages in the DOM have their text layers, and the browser is idle. */
export async function waitUntilIdle(page) {
	await page.waitForFunction(() => {
		const pages = [...document.querySelectorAll("#pages > .page")];
		return pages.length > 0 && pages.every((sheet) => sheet.querySelector(":scope > .face > .text") !== null);
	});
	await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}
