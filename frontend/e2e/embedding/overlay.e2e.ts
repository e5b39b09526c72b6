import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Embedding, viewerFrame, waitForPage } from "../support/embedding";
import { embedScript, hostPage } from "../support/host-site";

const host = new Embedding({ withWindow: true });

const html = () =>
	hostPage(
		embedScript(),
		`<button id="before">Before</button> <button id="opener" ${host.attributes("overlay")}>Open</button> <button id="after">After</button><div style="height: 3000px"></div>`,
	);

/** Returns the id of the focused element, or its tag and title if it is in the shadow tree of the viewer. */
const focusedElement = (page: Page) =>
	page.evaluate(() => {
		const active = document.activeElement;
		const inner = active?.shadowRoot?.activeElement;
		return inner ? `${inner.tagName} ${(inner as HTMLElement).title}` : (active?.id ?? "");
	});

test("covers the page, which is inert and does not scroll", async () => {
	const page = await host.open(html());
	await page.locator("#opener").click();
	const viewer = page.frameLocator("dialog iframe");
	await waitForPage(viewer);
	const dialog = page.getByRole("dialog", { name: "letter.pdf" });
	expect(await dialog.getAttribute("aria-modal")).toBe("true");
	await page.mouse.move(600, 400);
	await viewer.locator("#stage").evaluate((stage) => {
		stage.scrollTop = stage.scrollHeight;
	});
	await page.mouse.wheel(0, 900);
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe("12");
	expect(await page.evaluate(() => scrollY)).toBe(0);
	await expect(page.locator("#before").click({ timeout: 500 })).rejects.toThrow();
	expect(await axeViolations(page)).toEqual([]);
});

test("traps the focus, and returns it to the element that opened it", async () => {
	const page = await host.open(html());
	await page.locator("#opener").focus();
	await page.keyboard.press("Enter");
	await waitForPage(page.frameLocator("dialog iframe"));
	const seen = new Set<string>();
	for (let round = 0; round < 2; round++) {
		await expect
			.poll(
				async () => {
					await page.keyboard.press("Tab");
					const name = await focusedElement(page);
					seen.add(name);
					return name;
				},
				{ interval: 0 },
			)
			.toBe("BUTTON Close");
	}
	expect([...seen].filter((name) => ["before", "opener", "after"].includes(name))).toEqual([]);
	expect([...seen].some((name) => name.startsWith("IFRAME"))).toBe(true);
	await page.getByRole("button", { name: "Close" }).press("Escape");
	await expect.poll(() => focusedElement(page)).toBe("opener");
	await page.locator("dialog").waitFor({ state: "detached" });
	expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("");
});

test("regains the focus from viewers behind it", async () => {
	const page = await host.open(
		hostPage(
			embedScript(),
			`${host.embeddedViewer}<button id="opener" ${host.attributes("overlay")}>Open</button>`,
		),
	);
	await waitForPage(viewerFrame(page, "#viewer"));
	await page.locator("#opener").press("Enter");
	await waitForPage(page.frameLocator("dialog iframe"));
	const backgroundViewer = viewerFrame(page, "#viewer").locator("body");
	await backgroundViewer.evaluate(() => {
		addEventListener("focus", () => {
			document.body.classList.add("entered");
		});
	});
	await expect
		.poll(
			async () => {
				await page.keyboard.press("Tab"); // the browser may move the focus into the frame behind the overlay
				return backgroundViewer.getAttribute("class");
			},
			{ interval: 0 },
		)
		.toContain("entered");
	await expect.poll(() => backgroundViewer.evaluate(() => document.hasFocus())).toBe(false);
	await expect.poll(() => focusedElement(page)).toBe("IFRAME letter.pdf");
});

test("ignores clicks that open a link in another tab", async () => {
	const page = await host.open(
		hostPage(embedScript(), `<a id="opener" href="#there" ${host.attributes("overlay")}>Read</a>`),
	);
	const [other] = await Promise.all([
		page.context().waitForEvent("page"),
		page.locator("#opener").click({ modifiers: ["ControlOrMeta"] }),
	]);
	await other.waitForURL(/#there$/);
	expect(await page.locator("dialog").count()).toBe(0);
});

test("closes even if listeners of the page throw errors", async () => {
	const page = await host.open(html(), { expected: /of the page's own/ });
	await page.locator("#opener").click();
	await waitForPage(page.frameLocator("dialog iframe"));
	const pageError = page.waitForEvent("pageerror");
	await page.evaluate(() => {
		const opener = document.getElementById("opener");
		if (opener !== null) {
			SvcViewEmbed.find(opener)?.on("closed", () => {
				throw new Error("of the page's own");
			});
		}
	});
	await page.getByRole("button", { name: "Close" }).click();
	await expect.poll(() => page.locator("dialog").count()).toBe(0);
	expect((await pageError).message).toBe("of the page's own");
});

test.each(['role="button" tabindex="0"', 'tabindex="0"', ""])(
	"is opened with keys by an element of %o",
	async (attributes) => {
		const page = await host.open(
			hostPage(embedScript(), `<div id="opener" ${attributes} ${host.attributes("overlay")}>Read</div>`),
		);
		await page.locator("#opener[role]").press("Enter");
		await waitForPage(page.frameLocator("dialog iframe"));
		await page.getByRole("button", { name: "Close" }).press("Escape");
		await page.locator("#opener").evaluate((opener) => {
			opener.setAttribute("class", "");
		});
		await expect.poll(() => page.locator("#opener").getAttribute("class")).toBe("");
		expect(await page.locator("#opener").getAttribute("tabindex")).toBe(attributes === "" ? null : "0");
	},
);

test("closes on Escape in the frame, unless the viewer handles it", async () => {
	const page = await host.open(html());
	await page.locator("#opener").click();
	const viewer = page.frameLocator("dialog iframe");
	await waitForPage(viewer);
	await expect.poll(() => focusedElement(page)).toMatch(/^IFRAME/);
	await viewer.locator("#page-field").click();
	await page.keyboard.press("Escape");
	await viewer.locator("#page-field:not(:focus)").waitFor();
	expect(await page.locator("dialog").count()).toBe(1);
	await page.keyboard.press("Escape");
	await expect.poll(() => page.locator("dialog").count()).toBe(0);
	await expect.poll(() => focusedElement(page)).toBe("opener");
});

test("closes by its button, and by a click on the backdrop", async () => {
	const page = await host.open(html());
	await page.locator("#opener").click();
	await page.getByRole("button", { name: "Close" }).click();
	await page.locator("dialog").waitFor({ state: "detached" });
	await page.locator("#opener").click();
	await page.locator("dialog").waitFor();
	await page.mouse.click(4, 4);
	await page.locator("dialog").waitFor({ state: "detached" });
});

test.each(["span", "a"])("opens from a %s, by keyboard, too", async (tag) => {
	const page = await host.open(
		hostPage(embedScript(), `<${tag} id="opener" ${host.attributes("overlay")}>Open</${tag}>`),
	);
	await page.getByRole("button", { name: "Open" }).focus();
	await page.keyboard.press("Space");
	await waitForPage(page.frameLocator("dialog iframe"));
	await page.getByRole("button", { name: "Close" }).click();
	await page.locator("#opener").evaluate((element) => {
		element.setAttribute("class", "");
	});
	await expect.poll(() => page.getByRole("button").count()).toBe(0);
});
