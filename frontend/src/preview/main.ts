import { parsePreviewState, previewEventMessage, type PreviewEvent } from "../core/messages/preview-protocol";
import { Appearances } from "./appearances";
import { ThemeOverride } from "./theme-override";
import { Marker } from "./marker";
import { startElementPicker } from "./element-picker";
import { Scenes } from "./scenes";
import { ButtonStates } from "./button-states";

/** Where Wails serves the window's page from, which is listened to as the server's own pages are. */
const windowOrigin = "wails://wails";

/** Has a preview look as the page around it says. */
function start(): void {
	const parts = { dress: new ThemeOverride(), appearances: new Appearances(), states: new ButtonStates() };
	const scenes = new Scenes();
	const marker = new Marker();
	let origin = "";
	const tell = (event: PreviewEvent) => {
		window.parent.postMessage(previewEventMessage(event), origin || "*");
	};
	const pick = startElementPicker(tell);
	window.addEventListener("message", (event: MessageEvent<unknown>) => {
		const known = event.origin === location.origin || event.origin === windowOrigin;
		const look = event.source === window.parent && known ? parsePreviewState(event.data) : undefined;
		if (look === undefined) {
			return;
		}
		const first = origin === "";
		origin = event.origin;
		parts.appearances.show(look.appearance);
		parts.dress.show(look);
		parts.states.show(look.state);
		scenes.show(look.scene);
		marker.show(look.mark);
		pick(look.pickable);
		if (first) {
			tell({ name: "shown" });
		}
	});
	tell({ name: "listening" }); // there is nothing in it that a stranger may not know
}

if (window.parent !== window) {
	// What it works on are the style sheets, the last of which may not be there yet.
	if (document.readyState === "complete") {
		start();
	} else {
		window.addEventListener("load", start);
	}
}
