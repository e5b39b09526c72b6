/** Waits until all pages around are there, their words too, and there is nothing else to do. */
export async function rest(page) {
	await page.waitForFunction(() => {
		const pages = [...document.querySelectorAll("#pages > .page")];
		return pages.length > 0 && pages.every((sheet) => sheet.querySelector(":scope > .face > .text") !== null);
	});
	await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}
