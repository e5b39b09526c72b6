import type { FrameLocator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { Browser, findings } from "./browser";
import { makePDF } from "./documents";
import { HostSite, pageOf, scriptOf, strictPolicy } from "./host";
import { call, documentWhen, makeSession, type Session, upload } from "./library";

const browser = new Browser();
const site = new HostSite();
let session = "";

beforeAll(async () => {
	const { id } = await upload("letter.pdf", makePDF(12));
	await documentWhen(id, ({ status }) => status === "ready");
	session = (await makeSession(id, 60)).id;
});

/** Opens a host page. */
function open(
	html: string,
	options: Parameters<Browser["open"]>[1] & { policy?: string } = {},
): Promise<Page> {
	const { policy, ...opening } = options;
	return browser.open(site.page(html, policy), { origin: site.origins, ...opening });
}

/** The attributes of an element of a kind. */
function of(kind: string, more = ""): string {
	return `class="svc-view-viewer-${kind}" data-session-id="${session}" ${more}`;
}

/** The viewer in an element. */
function viewerIn(page: Page, selector: string): FrameLocator {
	return page.frameLocator(`${selector} iframe`);
}

/** Waits until a viewer shows a page. */
async function shows(viewer: FrameLocator, page = "1"): Promise<void> {
	await viewer.locator(`#pages .page[data-page="${page}"] .text`).waitFor({ state: "attached" });
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe(page);
}

const embedded = () => `<div id="viewer" ${of("embedded")}></div>`;

describe("the script works", () => {
	test.each([
		["in the head", () => pageOf(scriptOf(), embedded())],
		["with async", () => pageOf(scriptOf("async"), embedded())],
		["with defer", () => pageOf(scriptOf("defer"), embedded())],
		["as a module", () => pageOf(scriptOf('type="module"'), embedded())],
		["behind the elements", () => pageOf("", embedded() + scriptOf())],
		["twice", () => pageOf(scriptOf(), embedded() + scriptOf() + scriptOf('type="module"'))],
		[
			"by a call to import it",
			() =>
				pageOf(`<script type="module">import "${inject("url")}/viewer/public/embed.js"</script>`, embedded()),
		],
	])("%s", async (_, html) => {
		const page = await open(html());
		await shows(viewerIn(page, "#viewer"));
		expect(await page.locator("#viewer iframe").count()).toBe(1);
	});

	test("under a strict policy of the page, with its styles", async () => {
		const policy = strictPolicy(inject("url"));
		const styles = site.styles("#viewer { height: 333px } button { color: red }");
		const page = await open(
			pageOf(
				`<link rel="stylesheet" href="${styles}">${scriptOf()}`,
				`${embedded()}<button id="overlay" ${of("overlay")}>Open</button><button id="floating" ${of("floating")}>Open</button>`,
			),
			{ policy },
		);
		await shows(viewerIn(page, "#viewer"));
		expect((await page.locator("#viewer").boundingBox())?.height).toBe(333);
		await page.locator("#floating").click();
		const floating = page.locator(".window");
		await expect.poll(async () => (await floating.boundingBox())?.width).toBe(480);
		await page.locator("#overlay").click();
		await shows(page.frameLocator("dialog iframe"));
	});

	test("before there is a body", async () => {
		const call = `<script>SvcViewEmbed.openOverlay({ sessionId: "${session}" })</script>`;
		const page = await open(pageOf(scriptOf() + call, ""));
		await shows(page.frameLocator("dialog iframe"));
	});
});

describe("an embedded viewer", () => {
	test("is 4 to 3 without a height, and follows its container", async () => {
		const page = await open(pageOf(scriptOf(), embedded()), { viewport: { width: 816, height: 900 } });
		await shows(viewerIn(page, "#viewer"));
		const frame = page.locator("#viewer iframe");
		expect(await frame.boundingBox()).toMatchObject({ width: 800, height: 600 });
		await page.setViewportSize({ width: 416, height: 900 });
		expect(await frame.boundingBox()).toMatchObject({ width: 400, height: 300 });
		await page.locator("#viewer").evaluate((element) => {
			element.style.height = "500px";
		});
		expect(await frame.boundingBox()).toMatchObject({ width: 400, height: 500 });
	});

	test.each([
		["an inline style", 'style="height: 250px; width: 300px; border-radius: 9px"', ""],
		["a class", "", ".svc-view-viewer-embedded { height: 250px; width: 300px }"],
		["a rule for its kind of element", "", "div { height: 250px; width: 300px }"],
		["a rule for all elements", "", "main * { height: 250px; width: 300px }"],
	])("takes the size of %s", async (_, attribute, rule) => {
		const style = `<style>${rule}</style>`;
		const page = await open(
			pageOf(scriptOf() + style, `<div id="viewer" ${of("embedded", attribute)}></div>`),
		);
		await shows(viewerIn(page, "#viewer"));
		expect(await page.locator("#viewer iframe").boundingBox()).toMatchObject({ width: 300, height: 250 });
	});

	test("is as high as the page says at least", async () => {
		const page = await open(
			pageOf(scriptOf(), `<div id="viewer" style="min-height: 700px; width: 400px" ${of("embedded")}></div>`),
		);
		await shows(viewerIn(page, "#viewer"));
		expect(await page.locator("#viewer iframe").boundingBox()).toMatchObject({ width: 400, height: 700 });
	});

	test("fills what a column of the page leaves", async () => {
		const column = `<div style="display: flex; flex-direction: column; height: 500px"><p style="height: 50px; margin: 0"></p><div id="viewer" style="flex: 1" ${of("embedded")}></div></div>`;
		const page = await open(pageOf(scriptOf(), column));
		await shows(viewerIn(page, "#viewer"));
		expect((await page.locator("#viewer iframe").boundingBox())?.height).toBe(450);
	});

	test("takes settings from attributes, whatever their case", async () => {
		const page = await open(
			pageOf(
				scriptOf(),
				`<div id="viewer" ${of("embedded", 'data-profile-openedPage="7" data-theme-topbarBackgroundColor="rgb(1, 2, 3)"')}></div>`,
			),
		);
		await shows(viewerIn(page, "#viewer"), "7");
		const bar = viewerIn(page, "#viewer").locator(".bar-title");
		expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(1, 2, 3)");
	});

	test("comes, changes and goes with its element", async () => {
		const page = await open(pageOf(scriptOf("async"), "<div id='place'></div>"));
		await page.waitForFunction(() => "SvcViewEmbed" in window);
		await page.locator("#place").evaluate((place, id) => {
			place.innerHTML = `<section><div id="viewer" class="later"><p>Words meanwhile</p></div></section>`;
			const added = place.querySelector("#viewer");
			added?.setAttribute("data-session-id", id);
			added?.classList.add("svc-view-viewer-embedded");
		}, session);
		await shows(viewerIn(page, "#viewer"));
		expect(await page.getByText("Words meanwhile").isVisible()).toBe(false);

		await page.locator("#viewer").evaluate((element) => {
			element.setAttribute("data-profile-openedPage", "5");
		});
		await shows(viewerIn(page, "#viewer"), "5");

		await page.locator("#viewer").evaluate((element) => {
			element.classList.remove("svc-view-viewer-embedded");
		});
		await page.getByText("Words meanwhile").waitFor();
		expect(await page.locator("iframe").count()).toBe(0);

		await page.locator("#viewer").evaluate((element) => {
			element.setAttribute("class", "svc-view-viewer-embedded");
		});
		await shows(viewerIn(page, "#viewer"), "5");
		const closed = page.evaluate(
			() =>
				new Promise((resolve) => {
					document.querySelector("#viewer")?.addEventListener("svc-view:closed", resolve);
				}),
		);
		await page.locator("#place").evaluate((place) => {
			place.replaceChildren();
		});
		await closed;
		expect(await page.locator("iframe").count()).toBe(0);
	});

	test("that can hold nothing is told of, and the others are shown", async () => {
		const page = await open("<!doctype html><title>Host</title>", { expected: /attachShadow|embed/ });
		const warning = page.waitForEvent("console");
		await page.goto(
			site.page(
				pageOf(scriptOf(), `<img alt="" ${of("embedded")}><div id="viewer" ${of("embedded")}></div>`),
			),
		);
		expect((await warning).type()).toBe("warning");
		await shows(viewerIn(page, "#viewer"));
	});

	test("without a session is told of in the console, by its name", async () => {
		const page = await open("<!doctype html><title>Host</title>", { expected: /data-session-id is missing/ });
		const warning = page.waitForEvent("console");
		await page.goto(
			site.page(pageOf(scriptOf(), '<div id="nameless" class="svc-view-viewer-embedded"></div>')),
		);
		const [text, element] = (await warning).args();
		expect(await text?.jsonValue()).toContain("data-session-id is missing");
		expect(await element?.evaluate((node) => (node as unknown as Element).id)).toBe("nameless");
		expect(await page.locator("iframe").count()).toBe(0);
	});
});

describe("an overlay", () => {
	const html = () =>
		pageOf(
			scriptOf(),
			`<button id="before">Before</button> <button id="opener" ${of("overlay")}>Open</button> <button id="after">After</button><div style="height: 3000px"></div>`,
		);

	/** What has the focus: an element of the page, or one in our shadow. */
	const focused = (page: Page) =>
		page.evaluate(() => {
			const active = document.activeElement;
			const inner = active?.shadowRoot?.activeElement;
			return inner ? `${inner.tagName} ${(inner as HTMLElement).title}` : (active?.id ?? "");
		});

	test("covers the page, which is inert and does not scroll", async () => {
		const page = await open(html());
		await page.locator("#opener").click();
		const viewer = page.frameLocator("dialog iframe");
		await shows(viewer);
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
		expect(await findings(page)).toEqual([]);
	});

	test("keeps the focus, and gives it back to what opened it", async () => {
		const page = await open(html());
		await page.locator("#opener").focus();
		await page.keyboard.press("Enter");
		await shows(page.frameLocator("dialog iframe"));
		const seen = new Set<string>();
		for (let round = 0; round < 2; round++) {
			await expect
				.poll(
					async () => {
						await page.keyboard.press("Tab");
						const name = await focused(page);
						seen.add(name);
						return name;
					},
					{ timeout: 20_000, interval: 0 },
				)
				.toBe("BUTTON Close");
		}
		expect([...seen].filter((name) => ["before", "opener", "after"].includes(name))).toEqual([]);
		expect([...seen].some((name) => name.startsWith("IFRAME"))).toBe(true);
		await page.getByRole("button", { name: "Close" }).press("Escape");
		await expect.poll(() => focused(page)).toBe("opener");
		expect(await page.locator("dialog").count()).toBe(0);
		expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("");
	});

	test("gets the focus back from viewers behind it", async () => {
		const page = await open(
			pageOf(scriptOf(), `${embedded()}<button id="opener" ${of("overlay")}>Open</button>`),
		);
		await shows(viewerIn(page, "#viewer"));
		await page.locator("#opener").press("Enter");
		await shows(page.frameLocator("dialog iframe"));
		const behind = viewerIn(page, "#viewer").locator("body");
		await behind.evaluate(() => {
			addEventListener("focus", () => document.body.classList.add("entered"));
		});
		await expect
			.poll(
				async () => {
					await page.keyboard.press("Tab"); // a browser leads into the frame behind
					return behind.getAttribute("class");
				},
				{ timeout: 20_000, interval: 0 },
			)
			.toContain("entered");
		await expect.poll(() => behind.evaluate(() => document.hasFocus())).toBe(false);
		expect(await focused(page)).toBe("IFRAME letter.pdf");
	});

	test("leaves a link that is to open elsewhere alone", async () => {
		const page = await open(pageOf(scriptOf(), `<a id="opener" href="#there" ${of("overlay")}>Read</a>`));
		const [other] = await Promise.all([
			page.context().waitForEvent("page"),
			page.locator("#opener").click({ modifiers: ["ControlOrMeta"] }),
		]);
		await other.waitForURL(/#there$/);
		expect(await page.locator("dialog").count()).toBe(0);
	});

	test("goes whatever listeners of the page do", async () => {
		const page = await open(html(), { expected: /of the page's own/ });
		await page.locator("#opener").click();
		await shows(page.frameLocator("dialog iframe"));
		const complaint = page.waitForEvent("pageerror");
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
		expect((await complaint).message).toBe("of the page's own");
	});

	test.each(['role="button" tabindex="0"', 'tabindex="0"', ""])(
		"is opened with keys by an element of %o",
		async (attributes) => {
			const page = await open(
				pageOf(scriptOf(), `<div id="opener" ${attributes} ${of("overlay")}>Read</div>`),
			);
			await page.locator("#opener[role]").press("Enter");
			await shows(page.frameLocator("dialog iframe"));
			await page.getByRole("button", { name: "Close" }).press("Escape");
			await page.locator("#opener").evaluate((opener) => {
				opener.setAttribute("class", "");
			});
			await expect.poll(() => page.locator("#opener").getAttribute("class")).toBe("");
			expect(await page.locator("#opener").getAttribute("tabindex")).toBe(attributes === "" ? null : "0");
		},
	);

	test("closes upon Escape in the frame, unless that has a use there", async () => {
		const page = await open(html());
		await page.locator("#opener").click();
		const viewer = page.frameLocator("dialog iframe");
		await shows(viewer);
		await expect.poll(() => focused(page)).toMatch(/^IFRAME/);
		await viewer.locator("#page-field").click();
		await page.keyboard.press("Escape");
		await viewer.locator("#page-field:not(:focus)").waitFor();
		expect(await page.locator("dialog").count()).toBe(1);
		await page.keyboard.press("Escape");
		await expect.poll(() => page.locator("dialog").count()).toBe(0);
		expect(await focused(page)).toBe("opener");
	});

	test("closes by its button, and beside it", async () => {
		const page = await open(html());
		await page.locator("#opener").click();
		await page.getByRole("button", { name: "Close" }).click();
		expect(await page.locator("dialog").count()).toBe(0);
		await page.locator("#opener").click();
		await page.mouse.click(4, 4);
		expect(await page.locator("dialog").count()).toBe(0);
	});

	test.each(["span", "a"])("opens from a %s, by keyboard, too", async (tag) => {
		const page = await open(pageOf(scriptOf(), `<${tag} id="opener" ${of("overlay")}>Open</${tag}>`));
		await page.getByRole("button", { name: "Open" }).focus();
		await page.keyboard.press("Space");
		await shows(page.frameLocator("dialog iframe"));
		await page.getByRole("button", { name: "Close" }).click();
		await page.locator("#opener").evaluate((element) => {
			element.setAttribute("class", "");
		});
		expect(await page.getByRole("button").count()).toBe(0);
	});
});

describe("a ribbon", () => {
	test("opens an overlay at the page that is chosen", async () => {
		const page = await open(pageOf(scriptOf(), `<div id="ribbon" ${of("ribbon")}></div>`));
		const frame = page.locator("#ribbon iframe");
		expect(new URL((await frame.getAttribute("src")) ?? "").searchParams.get("profileOverrides")).toBe(
			'{"ribbon":true}',
		);
		const inner = viewerIn(page, "#ribbon");
		await inner.locator('button.page[data-page="1"]').click();
		await shows(page.frameLocator("dialog iframe"), "1");
		await page.getByRole("button", { name: "Close" }).click();
		await inner.locator('button.page[data-page="2"]').click();
		await shows(page.frameLocator("dialog iframe"), "2");
	});

	test("leaves it to the page, where that wants it", async () => {
		const page = await open(pageOf(scriptOf(), `<div id="ribbon" ${of("ribbon")}></div>`));
		const inner = viewerIn(page, "#ribbon");
		await inner.locator("#pages .page").first().waitFor();
		const chosen = page.evaluate(
			() =>
				new Promise((resolve) => {
					document.addEventListener("svc-view:pageClicked", (event) => {
						event.preventDefault();
						resolve(event.detail.page);
					});
				}),
		);
		await inner.locator("body").evaluate(() => {
			parent.postMessage({ svcView: 1, event: "pageClicked", data: { page: 9 } }, "*");
		});
		expect(await chosen).toBe(9);
		expect(await page.locator("dialog").count()).toBe(0);
	});
});

test("an external viewer opens in a window of its own, which cannot reach the page", async () => {
	const page = await open(
		pageOf(scriptOf(), `<button ${of("external", 'data-profile-openedpage="3"')}>Open</button>`),
	);
	const [opened] = await Promise.all([page.context().waitForEvent("page"), page.getByText("Open").click()]);
	await expect.poll(() => opened.locator("#page-field").inputValue()).toBe("3");
	expect(await opened.evaluate(() => opener === null)).toBe(true);
});

test("a viewer that does not come is said, and a window is offered; when it comes, that goes", async () => {
	const page = await open("<!doctype html><title>Host</title>", {
		expected: /ERR_FAILED|ERR_BLOCKED/,
		locale: "de",
	});
	await page.route("**/viewer/view?*", (route) => route.abort());
	await page.goto(site.page(pageOf(scriptOf(), embedded())));
	await page.getByText("Anzeige hier nicht möglich.").waitFor();
	const link = page.getByRole("link", { name: "Neues Fenster" });
	expect(await link.getAttribute("href")).toBe(`${inject("url")}/viewer/view?sessionId=${session}`);
	await page.unroute("**/viewer/view?*");
	await page.locator("#viewer iframe").evaluate((frame: HTMLIFrameElement) => {
		frame.src += "&profile=default";
	});
	await shows(viewerIn(page, "#viewer"));
	expect(await link.count()).toBe(0);
});

test.each(["a session that there is not", "a document that failed"])(
	"%s is told, and commands are refused",
	async (what) => {
		const { id } = await upload("broken.pdf", new TextEncoder().encode("%PDF-1.7 broken"));
		await documentWhen(id, ({ status }) => status === "failed");
		const sessionId = what.startsWith("a session") ? "none" : (await makeSession(id, 60)).id;
		const page = await open(pageOf(scriptOf(), ""), { expected: /status of 404/ });
		const refused = page.evaluate(async (sessionId) => {
			const viewer = await SvcViewEmbed.openOverlay({ sessionId });
			const told = new Promise<string>((resolve) => {
				viewer.on("failed", () => {
					resolve("failed");
				});
			});
			const waits = await viewer.goToPage(1).catch(String);
			return [await told, waits, await viewer.print().catch(String)];
		}, sessionId);
		const reason = "Error: The viewer has failed.";
		expect(await refused).toEqual(["failed", reason, reason]);
	},
);

test("a session that is over is told, not given up", async () => {
	const { id } = await upload("over.pdf", makePDF(2));
	const { id: over } = await makeSession(id, 60);
	const page = await open(
		pageOf(
			`${scriptOf()}<script>window.told = []; document.addEventListener("svc-view:expired", () => told.push("expired"))</script>`,
			`<div id="viewer" class="svc-view-viewer-embedded" data-session-id="${over}"></div>`,
		),
		{ expected: /status of 410/ },
	);
	await shows(viewerIn(page, "#viewer"));
	await call<Session>("DELETE", `/session/${over}`);
	const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
	await expect.poll(told, { timeout: 10_000 }).toEqual(["expired"]);
	await page.reload();
	await expect.poll(told, { timeout: 10_000 }).toEqual(["expired"]);
	await viewerIn(page, "#viewer").getByRole("heading", { name: "This link has ended" }).waitFor();
});
