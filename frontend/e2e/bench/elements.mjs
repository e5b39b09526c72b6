// Counts the elements of which pages are in a viewer page: those of the picture, and of the layer
// of words over it. Prints JSON: {"picture": […], "layer": […]}, in the order of the pages.
//
//   node e2e/bench/elements.mjs VIEWER_URL PAGE …
import { withPage } from "../support/chromium.mjs";

const [viewer, ...pages] = process.argv.slice(2);

/** The elements of what a selector names, and within it. */
function count(face, selector) {
	const element = face.querySelector(selector);
	return element.querySelectorAll("*").length + 1;
}

const result = { picture: [], layer: [] };
await withPage(async (page) => {
	await page.goto(viewer);
	for (const number of pages) {
		await page.evaluate((number) => {
			window.location.hash = `#page=${number}`;
		}, number);
		const face = page.locator(`#pages .page[data-page="${number}"] > .face`);
		await face.locator("> .text").waitFor({ state: "attached" });
		result.picture.push(await face.evaluate(count, ":scope > :is(svg, img)"));
		result.layer.push(await face.evaluate(count, ":scope > .text"));
	}
});
console.log(JSON.stringify(result));
