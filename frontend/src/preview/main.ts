import { parsePreviewState, previewEventMessage, type PreviewEvent } from "../core/messages/preview-protocol";
import { Appearances } from "./appearances";
import { ThemeOverride } from "./theme-override";
import { Marker } from "./marker";
import { startElementPicker } from "./element-picker";
import { Scenes } from "./scenes";
import { ButtonStates } from "./button-states";

/** The origin of the desktop window's page, which is trusted like the server's own pages. */
const windowOrigin = "wails://wails";

/** Makes the preview follow the states that the surrounding page sends. */
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
	// The preview works on the style sheets, of which the last may not be loaded yet.
	if (document.readyState === "complete") {
		start();
	} else {
		window.addEventListener("load", start);
	}
}
