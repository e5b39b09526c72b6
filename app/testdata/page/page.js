// A page that logs the events that it receives from the program, and executes the scripts that the test writes next to
// it, one after the other.
const say = (text) => window.WailsInvoke(`LE${text}`);

for (const event of ["open", "take", "menu", "tray", "saved"]) {
	window.runtime.EventsOn(event, (...data) => say(`event ${event} ${JSON.stringify(data)}`));
}
window.runtime.EventsOn("dropped", ({ paths }) => (window.dropped ??= []).push(paths));
window.runtime.OnFileDrop(() => undefined, false); // prevents the web view from opening dropped files
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
