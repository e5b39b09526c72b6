// A page that says what the program tells it, and does what the test writes beside it, step by step.
const say = (text) => window.WailsInvoke(`LE${text}`);

for (const event of ["open", "take", "menu", "tray", "saved"]) {
	window.runtime.EventsOn(event, (...data) => say(`event ${event} ${JSON.stringify(data)}`));
}
window.runtime.EventsOn("dropped", ({ paths }) => (window.dropped ??= []).push(paths));
window.runtime.OnFileDrop(() => undefined, false); // keeps the view from opening what is dropped
window.runtime.EventsEmit("ready");

for (let step = 0, attempt = 0; ; attempt++) {
	const found = await import(`./step-${step}.js?${attempt}`).catch(() => undefined);
	if (found === undefined) {
		await new Promise((resolve) => setTimeout(resolve, 50));
		continue;
	}
	const outcome = await found.default().catch((error) => `failed: ${error.message ?? error}`);
	say(`step ${step} ${JSON.stringify(outcome ?? null)}`);
	step++;
}
