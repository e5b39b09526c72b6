// Scrolls through a document at a steady pace, and over blank boxes of the same size, in turn,
// some pages of each at a time. Prints JSON: of the viewer and of the boxes the frames that took
// long; and of the viewer's pages for how many milliseconds each was in sight without a picture,
// and how many were never seen with one.
//
//   node e2e/bench/scroll.mjs URL PAGES PAGES_A_SECOND
import { withPage } from "../support/chromium.mjs";
import { rest } from "./reading.mjs";

const [url, count, pace] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

/** Pages that are scrolled through before it is the others' turn. */
const stretch = 100;

/** Runs in the page: scrolls on by so many pages. */
function scroll({ pages, pace }) {
	const longFrame = 50;
	const stage = document.querySelector("#stage");
	const sheets = document.querySelector("#pages").children;
	const number = (text) => Number.parseFloat(text);
	const pitch = (() => {
		const [a, b] = [...sheets].slice(0, 2).map(({ style }) => number(style.top));
		return b - a;
	})();
	const height = stage.clientHeight;
	const inSight = new Map(); // by page: since when, and since when with its picture
	let long = 0;

	/** Notes which pages are in sight, and whether they have their pictures. */
	function look(now) {
		const top = stage.scrollTop;
		for (const { style, dataset, firstElementChild } of sheets) {
			const at = number(style.top);
			if (at > top + height || at + number(style.height) < top) {
				continue;
			}
			const record = inSight.get(dataset.page) ?? { since: now };
			inSight.set(dataset.page, record);
			record.until = now;
			if (record.drawn === undefined && firstElementChild?.querySelector(":scope > :is(svg, img)")) {
				record.drawn = now;
			}
		}
	}

	return new Promise((done) => {
		const start = stage.scrollTop;
		let begin;
		let last;
		requestAnimationFrame(function frame(now) {
			begin ??= now;
			long += now - (last ?? now) > longFrame ? 1 : 0;
			last = now;
			look(now);
			const passed = ((now - begin) / 1000) * pace;
			stage.scrollTop = start + Math.min(passed, pages) * pitch;
			if (passed < pages) {
				requestAnimationFrame(frame);
				return;
			}
			const all = [...inSight.values()];
			done({
				long,
				blank: all.map(({ since, drawn, until }) => (drawn ?? until) - since),
				unseen: all.filter(({ drawn }) => drawn === undefined).length,
			});
		});
	});
}

/** Makes a page into one of blank boxes that lie as the viewer's pages do. */
async function makeBoxes(page, { width, height, pitch }) {
	await page.setContent(`<style>
		body { margin: 0 }
		#stage { position: absolute; inset: 0; overflow: auto; background: #eee }
		#pages { position: relative; height: ${pitch * count}px }
		#pages > div { position: absolute; left: 60px; width: ${width}px; height: ${height}px; background: #fff }
	</style><div id="stage"><div id="pages"></div></div>`);
	await page.evaluate(
		({ count, pitch, height }) => {
			for (let i = 0; i < count; i++) {
				const box = document.createElement("div");
				box.dataset.page = String(i + 1);
				box.style.top = `${i * pitch}px`;
				box.style.height = `${height}px`;
				document.querySelector("#pages").append(box);
			}
		},
		{ count, pitch, height },
	);
}

/** How large the viewer's pages are, and how far from each other. */
function measurePages() {
	const [first, second] = [...document.querySelectorAll("#pages > .page")].map((sheet) =>
		sheet.getBoundingClientRect(),
	);
	return { width: first.width, height: first.height, pitch: second.top - first.top };
}

await withPage(async (page) => {
	await page.goto(url);
	await rest(page);
	const boxes = await page.context().newPage();
	await makeBoxes(boxes, await page.evaluate(measurePages));
	const result = { long: [], boxes: [], blank: [], unseen: 0 };
	for (let done = 0; done < count; done += stretch) {
		const run = { pages: Math.min(stretch, count - done - 1), pace };
		await page.bringToFront();
		await rest(page);
		const said = await page.evaluate(scroll, run);
		await boxes.bringToFront();
		result.boxes.push((await boxes.evaluate(scroll, run)).long);
		result.long.push(said.long);
		result.blank.push(...said.blank);
		result.unseen += said.unseen;
	}
	console.log(JSON.stringify(result));
});
