import { describe, expect, test } from "vitest";
import { makePDF } from "../support/documents";
import { Embedding, viewerFrame, waitForPage } from "../support/embedding";
import { embedScript, hostPage, strictPolicy } from "../support/host-site";
import { call, makeSession, type Session, upload, waitForDocument } from "../support/api";
import { sharedServer } from "../support/shared-server";

const host = new Embedding();

describe("the script works", () => {
	test.each([
		["in the head", () => hostPage(embedScript(), host.embeddedViewer)],
		["with async", () => hostPage(embedScript("async"), host.embeddedViewer)],
		["with defer", () => hostPage(embedScript("defer"), host.embeddedViewer)],
		["as a module", () => hostPage(embedScript('type="module"'), host.embeddedViewer)],
		["behind the elements", () => hostPage("", host.embeddedViewer + embedScript())],
		[
			"twice",
			() => hostPage(embedScript(), host.embeddedViewer + embedScript() + embedScript('type="module"')),
		],
		[
			"by a call to import it",
			() =>
				hostPage(
					`<script type="module">import "${sharedServer().url}/viewer/public/embed.js"</script>`,
					host.embeddedViewer,
				),
		],
	])("%s", async (_, html) => {
		const page = await host.open(html());
		await waitForPage(viewerFrame(page, "#viewer"));
		expect(await page.locator("#viewer iframe").count()).toBe(1);
	});

	test("under a strict policy of the page, with its styles", async () => {
		const policy = strictPolicy(sharedServer().url);
		const styles = host.site.addStyles("#viewer { height: 333px } button { color: red }");
		const page = await host.open(
			hostPage(
				`<link rel="stylesheet" href="${styles}">${embedScript()}`,
				`${host.embeddedViewer}<button id="overlay" ${host.attributes("overlay")}>Open</button><button id="floating" ${host.attributes("floating")}>Open</button>`,
			),
			{ policy },
		);
		await waitForPage(viewerFrame(page, "#viewer"));
		expect((await page.locator("#viewer").boundingBox())?.height).toBe(333);
		await page.locator("#floating").click();
		const floating = page.locator(".window");
		await expect.poll(async () => (await floating.boundingBox())?.width).toBe(480);
		await page.locator("#overlay").click();
		await waitForPage(page.frameLocator("dialog iframe"));
	});

	test("before there is a body", async () => {
		const call = `<script>SvcViewEmbed.openOverlay({ sessionId: "${host.session}" })</script>`;
		const page = await host.open(hostPage(embedScript() + call, ""));
		await waitForPage(page.frameLocator("dialog iframe"));
	});
});

describe("an embedded viewer", () => {
	test("is 4 to 3 without a height, and follows its container", async () => {
		const page = await host.open(hostPage(embedScript(), host.embeddedViewer), {
			viewport: { width: 816, height: 900 },
		});
		await waitForPage(viewerFrame(page, "#viewer"));
		const frame = page.locator("#viewer iframe");
		await expect.poll(() => frame.boundingBox()).toMatchObject({ width: 800, height: 600 });
		await page.setViewportSize({ width: 416, height: 900 });
		await expect.poll(() => frame.boundingBox()).toMatchObject({ width: 400, height: 300 });
		await page.locator("#viewer").evaluate((element) => {
			element.style.height = "500px";
		});
		await expect.poll(() => frame.boundingBox()).toMatchObject({ width: 400, height: 500 });
	});

	test.each([
		["an inline style", 'style="height: 250px; width: 300px; border-radius: 9px"', ""],
		["a class", "", ".svc-view-viewer-embedded { height: 250px; width: 300px }"],
		["a rule for its kind of element", "", "div { height: 250px; width: 300px }"],
		["a rule for all elements", "", "main * { height: 250px; width: 300px }"],
	])("takes the size of %s", async (_, attribute, rule) => {
		const style = `<style>${rule}</style>`;
		const page = await host.open(
			hostPage(embedScript() + style, `<div id="viewer" ${host.attributes("embedded", attribute)}></div>`),
		);
		await waitForPage(viewerFrame(page, "#viewer"));
		await expect
			.poll(() => page.locator("#viewer iframe").boundingBox())
			.toMatchObject({ width: 300, height: 250 });
	});

	test("is as high as the page says at least", async () => {
		const page = await host.open(
			hostPage(
				embedScript(),
				`<div id="viewer" style="min-height: 700px; width: 400px" ${host.attributes("embedded")}></div>`,
			),
		);
		await waitForPage(viewerFrame(page, "#viewer"));
		await expect
			.poll(() => page.locator("#viewer iframe").boundingBox())
			.toMatchObject({ width: 400, height: 700 });
	});

	test("fills what a column of the page leaves", async () => {
		const column = `<div style="display: flex; flex-direction: column; height: 500px"><p style="height: 50px; margin: 0"></p><div id="viewer" style="flex: 1" ${host.attributes("embedded")}></div></div>`;
		const page = await host.open(hostPage(embedScript(), column));
		await waitForPage(viewerFrame(page, "#viewer"));
		expect((await page.locator("#viewer iframe").boundingBox())?.height).toBe(450);
	});

	test("takes settings from attributes, whatever their case", async () => {
		const page = await host.open(
			hostPage(
				embedScript(),
				`<div id="viewer" ${host.attributes("embedded", 'data-profile-openedPage="7" data-theme-topbarBackgroundColor="rgb(1, 2, 3)"')}></div>`,
			),
		);
		await waitForPage(viewerFrame(page, "#viewer"), "7");
		const bar = viewerFrame(page, "#viewer").locator(".bar-title");
		expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(1, 2, 3)");
	});

	test("takes settings that a script writes to the dataset", async () => {
		const page = await host.open(hostPage(embedScript(), host.embeddedViewer));
		await waitForPage(viewerFrame(page, "#viewer"));
		await page.locator("#viewer").evaluate((element: HTMLElement) => {
			element.dataset["profileOpenedPage"] = "6";
			element.dataset["themeTopbarBackgroundColor"] = "rgb(4, 5, 6)";
		});
		await waitForPage(viewerFrame(page, "#viewer"), "6");
		const bar = viewerFrame(page, "#viewer").locator(".bar-title");
		await expect
			.poll(() => bar.evaluate((element) => getComputedStyle(element).backgroundColor))
			.toBe("rgb(4, 5, 6)");
	});

	test("is added, changed and removed with its element", async () => {
		const page = await host.open(hostPage(embedScript("async"), "<div id='place'></div>"));
		await page.waitForFunction(() => "SvcViewEmbed" in window);
		await page.locator("#place").evaluate((place, id) => {
			place.innerHTML = `<section><div id="viewer" class="later"><p>Words meanwhile</p></div></section>`;
			const added = place.querySelector("#viewer");
			added?.setAttribute("data-session-id", id);
			added?.classList.add("svc-view-viewer-embedded");
		}, host.session);
		await waitForPage(viewerFrame(page, "#viewer"));
		expect(await page.getByText("Words meanwhile").isVisible()).toBe(false);

		await page.locator("#viewer").evaluate((element) => {
			element.setAttribute("data-profile-openedPage", "5");
		});
		await waitForPage(viewerFrame(page, "#viewer"), "5");

		await page.locator("#viewer").evaluate((element) => {
			element.classList.remove("svc-view-viewer-embedded");
		});
		await page.getByText("Words meanwhile").waitFor();
		expect(await page.locator("iframe").count()).toBe(0);

		await page.locator("#viewer").evaluate((element) => {
			element.setAttribute("class", "svc-view-viewer-embedded");
		});
		await waitForPage(viewerFrame(page, "#viewer"), "5");
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

	test("that cannot have content is reported, and the others are shown", async () => {
		const page = await host.open("<!doctype html><title>Host</title>", { expected: /attachShadow|embed/ });
		const warning = page.waitForEvent("console");
		await page.goto(
			host.site.addPage(
				hostPage(
					embedScript(),
					`<img alt="" ${host.attributes("embedded")}><div id="viewer" ${host.attributes("embedded")}></div>`,
				),
			),
		);
		expect((await warning).type()).toBe("warning");
		await waitForPage(viewerFrame(page, "#viewer"));
	});

	test("without a session is reported in the console, with the element", async () => {
		const page = await host.open("<!doctype html><title>Host</title>", {
			expected: /data-session-id is missing/,
		});
		const warning = page.waitForEvent("console");
		await page.goto(
			host.site.addPage(
				hostPage(embedScript(), '<div id="nameless" class="svc-view-viewer-embedded"></div>'),
			),
		);
		const [text, element] = (await warning).args();
		expect(await text?.jsonValue()).toContain("data-session-id is missing");
		expect(await element?.evaluate((node) => (node as unknown as Element).id)).toBe("nameless");
		expect(await page.locator("iframe").count()).toBe(0);
	});
});

describe("a ribbon", () => {
	test("opens an overlay at the page that is chosen", async () => {
		const page = await host.open(
			hostPage(embedScript(), `<div id="ribbon" ${host.attributes("ribbon")}></div>`),
		);
		const frame = page.locator("#ribbon iframe");
		expect(new URL((await frame.getAttribute("src")) ?? "").searchParams.get("profileOverrides")).toBe(
			'{"ribbon":true}',
		);
		const inner = viewerFrame(page, "#ribbon");
		await inner.locator('button.page[data-page="1"]').click();
		await waitForPage(page.frameLocator("dialog iframe"), "1");
		await page.getByRole("button", { name: "Close" }).click();
		await inner.locator('button.page[data-page="2"]').click();
		await waitForPage(page.frameLocator("dialog iframe"), "2");
	});

	test("does not open if the page prevents it", async () => {
		const page = await host.open(
			hostPage(embedScript(), `<div id="ribbon" ${host.attributes("ribbon")}></div>`),
		);
		const inner = viewerFrame(page, "#ribbon");
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
		hostPage(
			embedScript(),
			`<button ${host.attributes("external", 'data-profile-openedpage="3"')}>Open</button>`,
		),
	);
	const [opened] = await Promise.all([page.context().waitForEvent("page"), page.getByText("Open").click()]);
	await expect.poll(() => opened.locator("#page-field").inputValue()).toBe("3");
	expect(await opened.evaluate(() => opener === null)).toBe(true);
});

describe("an external viewer opens", () => {
	const link = () =>
		`<a id="opener" href="#own" ${host.attributes("external", 'data-profile-openedpage="3"')}>Read</a>`;
	const button = () =>
		`<button id="opener" ${host.attributes("external", 'data-profile-openedpage="3"')}>Read</button>`;

	test.each([
		["a link", "Ctrl or Cmd", link, { modifiers: ["ControlOrMeta"] }],
		["a link", "the middle button", link, { button: "middle" }],
		["a button", "Ctrl or Cmd", button, { modifiers: ["ControlOrMeta"] }],
		["a button", "the middle button", button, { button: "middle" }],
	] as const)("upon a press of %s with %s, once", async (_, __, html, how) => {
		const page = await host.open(hostPage(embedScript(), html()));
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
		const page = await host.open(hostPage(embedScript(), html()));
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

	test("not at all if the browser blocks it, which shows a message", async () => {
		const page = await host.open(hostPage(embedScript(), button()), {
			initScript: () => {
				window.open = () => null; // as in a browser that blocks new windows
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
		const fallbackLink = page.getByRole("dialog").getByRole("link", { name: "New window" });
		expect(await fallbackLink.getAttribute("href")).toContain(`sessionId=${host.session}`);
		await page.keyboard.press("Escape");
		await expect.poll(() => fallbackLink.count()).toBe(0);
	});
});

test("a viewer that does not load shows a message with a link, until it loads", async () => {
	const page = await host.open("<!doctype html><title>Host</title>", {
		expected: /ERR_FAILED|ERR_BLOCKED/,
		locale: "de",
	});
	await page.route("**/viewer/view?*", (route) => route.abort());
	await page.goto(host.site.addPage(hostPage(embedScript(), host.embeddedViewer)));
	await page.getByText("Anzeige hier nicht möglich.").waitFor();
	const link = page.getByRole("link", { name: "Neues Fenster" });
	expect(await link.getAttribute("href")).toBe(`${sharedServer().url}/viewer/view?sessionId=${host.session}`);
	await page.unroute("**/viewer/view?*");
	await page.locator("#viewer iframe").evaluate((frame: HTMLIFrameElement) => {
		frame.src += "&profile=default";
	});
	await waitForPage(viewerFrame(page, "#viewer"));
	await expect.poll(() => link.count()).toBe(0);
});

test.each(["a session that there is not", "a document that failed"])(
	"%s is reported, and commands are rejected",
	async (what) => {
		const { id } = await upload("broken.pdf", new TextEncoder().encode("%PDF-1.7 broken"));
		await waitForDocument(id, ({ status }) => status === "failed");
		const sessionId = what.startsWith("a session") ? "none" : (await makeSession(id, 60)).id;
		const page = await host.open(hostPage(embedScript(), ""), { expected: /status of 404/ });
		const outcome = page.evaluate(async (sessionId) => {
			const viewer = await SvcViewEmbed.openOverlay({ sessionId });
			const events = new Promise<string>((resolve) => {
				viewer.on("failed", () => {
					resolve("failed");
				});
			});
			const pending = await viewer.goToPage(1).catch(String);
			return [await events, pending, await viewer.print().catch(String)];
		}, sessionId);
		const reason = "Error: The viewer has failed.";
		expect(await outcome).toEqual(["failed", reason, reason]);
	},
);

test("a session that has ended is reported as expired, not as failed", async () => {
	const { id } = await upload("over.pdf", makePDF(2));
	const { id: endedSession } = await makeSession(id, 60);
	const page = await host.open(
		hostPage(
			`${embedScript()}<script>window.events = []; document.addEventListener("svc-view:expired", () => events.push("expired"))</script>`,
			`<div id="viewer" class="svc-view-viewer-embedded" data-session-id="${endedSession}"></div>`,
		),
		{ expected: /status of 410/ },
	);
	await waitForPage(viewerFrame(page, "#viewer"));
	await call<Session>("DELETE", `/session/${endedSession}`);
	const events = () => page.evaluate(() => (window as unknown as { events: string[] }).events);
	await expect.poll(events).toEqual(["expired"]);
	await page.reload();
	await expect.poll(events).toEqual(["expired"]);
	await viewerFrame(page, "#viewer").getByRole("heading", { name: "This link no longer works" }).waitFor();
});
