import { describe, expect, inject, test } from "vitest";
import { makePDF } from "../support/documents";
import { Embedding, shows, viewerIn } from "../support/embedding";
import { pageOf, scriptOf, strictPolicy } from "../support/host";
import { call, documentWhen, makeSession, type Session, upload } from "../support/library";

const host = new Embedding();

describe("the script works", () => {
	test.each([
		["in the head", () => pageOf(scriptOf(), host.embedded)],
		["with async", () => pageOf(scriptOf("async"), host.embedded)],
		["with defer", () => pageOf(scriptOf("defer"), host.embedded)],
		["as a module", () => pageOf(scriptOf('type="module"'), host.embedded)],
		["behind the elements", () => pageOf("", host.embedded + scriptOf())],
		["twice", () => pageOf(scriptOf(), host.embedded + scriptOf() + scriptOf('type="module"'))],
		[
			"by a call to import it",
			() =>
				pageOf(
					`<script type="module">import "${inject("url")}/viewer/public/embed.js"</script>`,
					host.embedded,
				),
		],
	])("%s", async (_, html) => {
		const page = await host.open(html());
		await shows(viewerIn(page, "#viewer"));
		expect(await page.locator("#viewer iframe").count()).toBe(1);
	});

	test("under a strict policy of the page, with its styles", async () => {
		const policy = strictPolicy(inject("url"));
		const styles = host.site.styles("#viewer { height: 333px } button { color: red }");
		const page = await host.open(
			pageOf(
				`<link rel="stylesheet" href="${styles}">${scriptOf()}`,
				`${host.embedded}<button id="overlay" ${host.of("overlay")}>Open</button><button id="floating" ${host.of("floating")}>Open</button>`,
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
		const call = `<script>SvcViewEmbed.openOverlay({ sessionId: "${host.session}" })</script>`;
		const page = await host.open(pageOf(scriptOf() + call, ""));
		await shows(page.frameLocator("dialog iframe"));
	});
});

describe("an embedded viewer", () => {
	test("is 4 to 3 without a height, and follows its container", async () => {
		const page = await host.open(pageOf(scriptOf(), host.embedded), {
			viewport: { width: 816, height: 900 },
		});
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
		const page = await host.open(
			pageOf(scriptOf() + style, `<div id="viewer" ${host.of("embedded", attribute)}></div>`),
		);
		await shows(viewerIn(page, "#viewer"));
		expect(await page.locator("#viewer iframe").boundingBox()).toMatchObject({ width: 300, height: 250 });
	});

	test("is as high as the page says at least", async () => {
		const page = await host.open(
			pageOf(
				scriptOf(),
				`<div id="viewer" style="min-height: 700px; width: 400px" ${host.of("embedded")}></div>`,
			),
		);
		await shows(viewerIn(page, "#viewer"));
		expect(await page.locator("#viewer iframe").boundingBox()).toMatchObject({ width: 400, height: 700 });
	});

	test("fills what a column of the page leaves", async () => {
		const column = `<div style="display: flex; flex-direction: column; height: 500px"><p style="height: 50px; margin: 0"></p><div id="viewer" style="flex: 1" ${host.of("embedded")}></div></div>`;
		const page = await host.open(pageOf(scriptOf(), column));
		await shows(viewerIn(page, "#viewer"));
		expect((await page.locator("#viewer iframe").boundingBox())?.height).toBe(450);
	});

	test("takes settings from attributes, whatever their case", async () => {
		const page = await host.open(
			pageOf(
				scriptOf(),
				`<div id="viewer" ${host.of("embedded", 'data-profile-openedPage="7" data-theme-topbarBackgroundColor="rgb(1, 2, 3)"')}></div>`,
			),
		);
		await shows(viewerIn(page, "#viewer"), "7");
		const bar = viewerIn(page, "#viewer").locator(".bar-title");
		expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(1, 2, 3)");
	});

	test("takes settings that a script writes to the dataset", async () => {
		const page = await host.open(pageOf(scriptOf(), host.embedded));
		await shows(viewerIn(page, "#viewer"));
		await page.locator("#viewer").evaluate((element: HTMLElement) => {
			element.dataset["profileOpenedPage"] = "6";
			element.dataset["themeTopbarBackgroundColor"] = "rgb(4, 5, 6)";
		});
		await shows(viewerIn(page, "#viewer"), "6");
		const bar = viewerIn(page, "#viewer").locator(".bar-title");
		await expect
			.poll(() => bar.evaluate((element) => getComputedStyle(element).backgroundColor))
			.toBe("rgb(4, 5, 6)");
	});

	test("comes, changes and goes with its element", async () => {
		const page = await host.open(pageOf(scriptOf("async"), "<div id='place'></div>"));
		await page.waitForFunction(() => "SvcViewEmbed" in window);
		await page.locator("#place").evaluate((place, id) => {
			place.innerHTML = `<section><div id="viewer" class="later"><p>Words meanwhile</p></div></section>`;
			const added = place.querySelector("#viewer");
			added?.setAttribute("data-session-id", id);
			added?.classList.add("svc-view-viewer-embedded");
		}, host.session);
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
		const page = await host.open("<!doctype html><title>Host</title>", { expected: /attachShadow|embed/ });
		const warning = page.waitForEvent("console");
		await page.goto(
			host.site.page(
				pageOf(
					scriptOf(),
					`<img alt="" ${host.of("embedded")}><div id="viewer" ${host.of("embedded")}></div>`,
				),
			),
		);
		expect((await warning).type()).toBe("warning");
		await shows(viewerIn(page, "#viewer"));
	});

	test("without a session is told of in the console, by its name", async () => {
		const page = await host.open("<!doctype html><title>Host</title>", {
			expected: /data-session-id is missing/,
		});
		const warning = page.waitForEvent("console");
		await page.goto(
			host.site.page(pageOf(scriptOf(), '<div id="nameless" class="svc-view-viewer-embedded"></div>')),
		);
		const [text, element] = (await warning).args();
		expect(await text?.jsonValue()).toContain("data-session-id is missing");
		expect(await element?.evaluate((node) => (node as unknown as Element).id)).toBe("nameless");
		expect(await page.locator("iframe").count()).toBe(0);
	});
});

describe("a ribbon", () => {
	test("opens an overlay at the page that is chosen", async () => {
		const page = await host.open(pageOf(scriptOf(), `<div id="ribbon" ${host.of("ribbon")}></div>`));
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
		const page = await host.open(pageOf(scriptOf(), `<div id="ribbon" ${host.of("ribbon")}></div>`));
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
	const page = await host.open(
		pageOf(scriptOf(), `<button ${host.of("external", 'data-profile-openedpage="3"')}>Open</button>`),
	);
	const [opened] = await Promise.all([page.context().waitForEvent("page"), page.getByText("Open").click()]);
	await expect.poll(() => opened.locator("#page-field").inputValue()).toBe("3");
	expect(await opened.evaluate(() => opener === null)).toBe(true);
});

describe("an external viewer opens", () => {
	const link = () =>
		`<a id="opener" href="#own" ${host.of("external", 'data-profile-openedpage="3"')}>Read</a>`;
	const button = () =>
		`<button id="opener" ${host.of("external", 'data-profile-openedpage="3"')}>Read</button>`;

	test.each([
		["a link", "Ctrl or Cmd", link, { modifiers: ["ControlOrMeta"] }],
		["a link", "the middle button", link, { button: "middle" }],
		["a button", "Ctrl or Cmd", button, { modifiers: ["ControlOrMeta"] }],
		["a button", "the middle button", button, { button: "middle" }],
	] as const)("upon a press of %s with %s, once", async (_, __, html, how) => {
		const page = await host.open(pageOf(scriptOf(), html()));
		await page.locator("#opener[class]").waitFor();
		const [opened] = await Promise.all([
			page.context().waitForEvent("page"),
			page.locator("#opener").click(how as { button: "middle" }),
		]);
		await expect.poll(() => opened.locator("#page-field").inputValue()).toBe("3");
		expect(page.context().pages().length).toBe(2);
		expect(page.url()).not.toContain("#own");
		expect(await opened.evaluate(() => opener === null)).toBe(true);
	});

	test.each([
		["a link", link],
		["a button", button],
	])("once while Enter is held on %s", async (_, html) => {
		const page = await host.open(pageOf(scriptOf(), html()));
		await page.evaluate(() => {
			window.open = () => {
				document.title += "opened";
				return window;
			};
		});
		await page.locator("#opener").focus();
		for (let count = 0; count < 4; count++) {
			await page.keyboard.down("Enter");
		}
		await page.keyboard.up("Enter");
		expect(await page.title()).toBe("Hostopened");
	});

	test("not at all where the browser blocks it, which is said", async () => {
		const page = await host.open(pageOf(scriptOf(), button()), {
			before: () => {
				window.open = () => null; // as a browser does that blocks it
			},
			expected: /blocked/,
		});
		await page.evaluate((sessionId) => {
			document.addEventListener("click", () => {
				SvcViewEmbed.openExternal({ sessionId }).catch((reason: unknown) => {
					document.title = String(reason);
				});
			});
		}, host.session);
		await page.locator("#opener").click();
		await expect.poll(() => page.title()).toContain("blocked the new window");
		const offer = page.getByRole("dialog").getByRole("link", { name: "New window" });
		expect(await offer.getAttribute("href")).toContain(`sessionId=${host.session}`);
		await page.keyboard.press("Escape");
		await expect.poll(() => offer.count()).toBe(0);
	});
});

test("a viewer that does not come is said, and a window is offered; when it comes, that goes", async () => {
	const page = await host.open("<!doctype html><title>Host</title>", {
		expected: /ERR_FAILED|ERR_BLOCKED/,
		locale: "de",
	});
	await page.route("**/viewer/view?*", (route) => route.abort());
	await page.goto(host.site.page(pageOf(scriptOf(), host.embedded)));
	await page.getByText("Anzeige hier nicht möglich.").waitFor();
	const link = page.getByRole("link", { name: "Neues Fenster" });
	expect(await link.getAttribute("href")).toBe(`${inject("url")}/viewer/view?sessionId=${host.session}`);
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
		const page = await host.open(pageOf(scriptOf(), ""), { expected: /status of 404/ });
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
	const page = await host.open(
		pageOf(
			`${scriptOf()}<script>window.told = []; document.addEventListener("svc-view:expired", () => told.push("expired"))</script>`,
			`<div id="viewer" class="svc-view-viewer-embedded" data-session-id="${over}"></div>`,
		),
		{ expected: /status of 410/ },
	);
	await shows(viewerIn(page, "#viewer"));
	await call<Session>("DELETE", `/session/${over}`);
	const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
	await expect.poll(told).toEqual(["expired"]);
	await page.reload();
	await expect.poll(told).toEqual(["expired"]);
	await viewerIn(page, "#viewer").getByRole("heading", { name: "This link has ended" }).waitFor();
});
