import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { Embedding, waitForPage } from "../support/embedding";
import { embedScript, hostPage } from "../support/host-site";

// Overlays and floating viewers are above all elements of the page, and show the document's name only once.

const host = new Embedding();

/**
 * Returns "viewer" if the viewer is visible at the top center of its window; otherwise, the id of the element that
 * covers it.
 */
function topElement(page: Page, window: string): Promise<string> {
	return page.locator(window).evaluate((element) => {
		const { x, y, width } = element.getBoundingClientRect();
		const visible = document.elementFromPoint(x + width / 2, y + 20);
		const hostElement = (element.getRootNode() as ShadowRoot).host;
		return visible === hostElement ? "viewer" : (visible?.id ?? "nothing");
	});
}

const cover =
	"position: fixed; inset: 0; width: auto; height: auto; margin: 0; border: 0; background: silver; max-width: none; max-height: none";

describe.each(["overlay", "floating"] as const)("a viewer of the kind %s", (kind) => {
	const window = kind === "overlay" ? "dialog.root" : ".window";
	const opener = () => `<button id="opener" ${host.attributes(kind)}>Read</button>`;

	test.each([
		[
			"an element with the largest z-index",
			(inner: string) => `<div id="cover" style="${cover}; z-index: 2147483647">${inner}</div>`,
		],
		["a popover", (inner: string) => `<div id="cover" popover="manual" style="${cover}">${inner}</div>`],
		["a modal dialog", (inner: string) => `<dialog id="cover" style="${cover}">${inner}</dialog>`],
	])("is above %s that contains its button, and can be used", async (_, wrap) => {
		const page = await host.open(hostPage(embedScript(), wrap(opener())));
		await page.locator("#cover").evaluate((element: HTMLElement) => {
			if (element instanceof HTMLDialogElement) {
				element.showModal();
			} else if (element.popover !== null) {
				element.showPopover();
			}
		});
		await page.locator("#opener").click();
		await waitForPage(page.frameLocator(`${window} iframe`));
		expect(await topElement(page, window)).toBe("viewer");
		await page.frameLocator(`${window} iframe`).locator("#next").click();
		await waitForPage(page.frameLocator(`${window} iframe`), "2");
		await page.getByRole("button", { name: "Close" }).click();
		await expect.poll(() => page.locator(window).count()).toBe(0);
		expect(await page.locator("#opener").isVisible()).toBe(true);
	});

	test("shows the document's name once, and has it for its accessible name", async () => {
		const page = await host.open(hostPage(embedScript(), opener()));
		await page.locator("#opener").click();
		await waitForPage(page.frameLocator(`${window} iframe`));
		const dialog = page.getByRole("dialog", { name: "letter.pdf" });
		await dialog.waitFor();
		const inner = page.frameLocator(`${window} iframe`).locator("h1");
		const visible = [await dialog.locator(".title").boundingBox(), await inner.boundingBox()].filter(
			(box) => box !== null && box.width > 1,
		);
		expect(visible).toHaveLength(1);
		expect(await inner.textContent()).toBe("letter.pdf");
		expect(await page.locator(`${window} iframe`).getAttribute("title")).toBe("letter.pdf");
		const link = await dialog.getByRole("link", { name: "New window" }).getAttribute("href");
		expect(link).not.toContain("titled");
	});
});

test("a viewer within the page shows the name itself", async () => {
	const page = await host.open(hostPage(embedScript(), host.embeddedViewer));
	await waitForPage(page.frameLocator("#viewer iframe"));
	expect((await page.frameLocator("#viewer iframe").locator("h1").boundingBox())?.width).toBeGreaterThan(20);
});

test("a floating viewer stays above popovers that the page shows later, and keeps its place in the document", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`<button id="opener" ${host.attributes("floating")}>Read</button><div id="cover" popover="manual" style="${cover}">Later</div>`,
		),
	);
	await page.locator("#opener").click();
	const viewer = page.frameLocator(".window iframe");
	await waitForPage(viewer);
	await viewer.locator("#next").click();
	await waitForPage(viewer, "2");
	await page.locator("#cover").evaluate((element) => {
		(element as HTMLElement).showPopover();
	});
	await expect.poll(() => topElement(page, ".window")).toBe("viewer");
	expect(await viewer.locator("#page-field").inputValue()).toBe("2");
});

test("a floating viewer outlives the modal dialog that it was opened from", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`<dialog id="modal"><button id="opener" ${host.attributes("floating")}>Read</button></dialog>`,
		),
	);
	await page.locator("#modal").evaluate((modal: HTMLDialogElement) => {
		modal.showModal();
	});
	await page.locator("#opener").click();
	await waitForPage(page.frameLocator(".window iframe"));
	await page.locator("#modal").evaluate((modal: HTMLDialogElement) => {
		// A close event of an element inside the dialog bubbles to the dialog, too.
		modal.firstElementChild?.dispatchEvent(new Event("close", { bubbles: true }));
		modal.close();
	});
	await expect.poll(() => topElement(page, ".window")).toBe("viewer");
	await waitForPage(page.frameLocator(".window iframe"));
	await page.getByRole("button", { name: "Close" }).click();
	await expect.poll(() => page.locator(".window").count()).toBe(0);
});

test("a floating viewer is above modal dialogs that the page opens later, and can be used", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`<button id="opener" ${host.attributes("floating")}>Read</button>
			<dialog id="first" style="${cover}"><button>First</button><dialog id="second" style="${cover}"><button>Second</button></dialog></dialog>`,
		),
	);
	await page.locator("#opener").click();
	const viewer = page.frameLocator(".window iframe");
	await waitForPage(viewer);
	await viewer.locator("#next").click();
	await waitForPage(viewer, "2");
	for (const id of ["first", "second"]) {
		await page.evaluate((id) => {
			document.querySelector<HTMLDialogElement>(`#${id}`)?.showModal();
		}, id);
		await expect.poll(() => topElement(page, ".window"), { message: id }).toBe("viewer");
	}
	await viewer.locator("#next").click();
	await waitForPage(viewer, "3");
	for (const id of ["second", "first"]) {
		await page.evaluate((id) => {
			document.querySelector<HTMLDialogElement>(`#${id}`)?.close();
		}, id);
		await expect.poll(() => topElement(page, ".window"), { message: `${id} closed` }).toBe("viewer");
		await viewer.locator("#next").click();
	}
	await waitForPage(viewer, "5");
});

test("a floating viewer outlives a modal dialog that the page removes without closing it", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`<dialog id="modal"><button id="opener" ${host.attributes("floating")}>Read</button></dialog>`,
		),
	);
	await page.locator("#modal").evaluate((modal: HTMLDialogElement) => {
		modal.showModal();
	});
	await page.locator("#opener").click();
	await waitForPage(page.frameLocator(".window iframe"));
	await page.locator("#modal").evaluate((modal) => {
		modal.remove();
	});
	await waitForPage(page.frameLocator(".window iframe"));
	await expect.poll(() => topElement(page, ".window")).toBe("viewer");
});

test("a floating viewer whose button is in a modal dialog of a web component can be used", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`<div id="component"><button id="opener" ${host.attributes("floating")}>Read</button></div>`,
		),
	);
	await page.locator("#component").evaluate((component) => {
		const dialog = document.createElement("dialog");
		dialog.append(document.createElement("slot"));
		component.attachShadow({ mode: "open" }).append(dialog);
		dialog.showModal();
	});
	await page.locator("#opener").click();
	const viewer = page.frameLocator(".window iframe");
	await waitForPage(viewer);
	await viewer.locator("#next").click();
	await waitForPage(viewer, "2");
});

test("a floating viewer is above an element that the page shows in full screen later", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`<button id="opener" ${host.attributes("floating")}>Read</button><div id="cover"><button id="fill">Full screen</button></div>`,
		),
	);
	await page.locator("#opener").click();
	const viewer = page.frameLocator(".window iframe");
	await waitForPage(viewer);
	await page.evaluate(() => {
		document.querySelector("#fill")?.addEventListener("click", () => {
			void document.querySelector("#cover")?.requestFullscreen();
		});
	});
	await page.locator("#fill").click();
	await page.waitForFunction(() => document.fullscreenElement?.id === "cover");
	await expect.poll(() => topElement(page, ".window")).toBe("viewer");
	await viewer.locator("#next").click();
	await waitForPage(viewer, "2");
	await page.evaluate(() => document.exitFullscreen());
	await page.waitForFunction(() => document.fullscreenElement === null);
	await expect.poll(() => topElement(page, ".window")).toBe("viewer");
	await viewer.locator("#next").click();
	await waitForPage(viewer, "3");
});

test("the focus stays in a floating viewer when the page shows a popover", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`<button id="opener" ${host.attributes("floating")}>Read</button><div id="cover" popover="manual" style="${cover}">Later</div>`,
		),
	);
	await page.locator("#opener").click();
	const viewer = page.frameLocator(".window iframe");
	await waitForPage(viewer);
	await viewer.locator("#page-field").click();
	await page.locator("#cover").evaluate((element) => {
		(element as HTMLElement).showPopover();
	});
	await expect.poll(() => topElement(page, ".window")).toBe("viewer");
	await page.keyboard.press("Control+A");
	await page.keyboard.type("4");
	await page.keyboard.press("Enter");
	await waitForPage(viewer, "4");
});

test("styles of the page for all elements do not affect the windows", async () => {
	const page = await host.open(
		hostPage(
			`${embedScript()}<style>div, dialog, iframe { display: none !important; opacity: 0 !important; translate: 900px !important }</style>`,
			"",
		),
	);
	for (const [kind, window] of [
		["openFloating", ".window"],
		["openOverlay", "dialog.root"],
	] as const) {
		await page.evaluate(([kind, sessionId]) => SvcViewEmbed[kind]({ sessionId }), [
			kind,
			host.session,
		] as const);
		await waitForPage(page.frameLocator(`${window} iframe`));
		expect(await topElement(page, window)).toBe("viewer");
	}
});

test("Escape closes one overlay at a time, also where a script opened them all", async () => {
	const page = await host.open(hostPage(embedScript(), ""));
	await page.evaluate(async (sessionId) => {
		for (let count = 0; count < 3; count++) {
			await SvcViewEmbed.openOverlay({ sessionId });
		}
	}, host.session);
	for (const left of [2, 1, 0]) {
		await page.getByRole("button", { name: "Close" }).last().focus();
		await page.keyboard.press("Escape");
		await expect.poll(() => page.locator("dialog.root").count()).toBe(left);
	}
});

test("an overlay that the page removes with all that it has is closed, and the page scrolls again", async () => {
	const page = await host.open(hostPage(embedScript(), ""));
	await page.evaluate(async (sessionId) => {
		const viewer = await SvcViewEmbed.openOverlay({ sessionId });
		viewer.on("closed", () => {
			document.title = "closed";
		});
	}, host.session);
	await waitForPage(page.frameLocator("dialog iframe"));
	await page.evaluate(() => {
		document.body = document.createElement("body");
	});
	await page.waitForFunction(() => document.title === "closed");
	expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("");
});

test("a floating viewer works in a browser without popovers", async () => {
	const page = await host.open(
		hostPage(embedScript(), `<button id="opener" ${host.attributes("floating")}>Read</button>`),
		{
			initScript: () => {
				const prototype = HTMLElement.prototype as Partial<HTMLElement>;
				delete prototype.showPopover;
				delete prototype.hidePopover;
				delete prototype.popover;
			},
		},
	);
	await page.locator("#opener").click();
	await waitForPage(page.frameLocator(".window iframe"));
	expect(await topElement(page, ".window")).toBe("viewer");
});
