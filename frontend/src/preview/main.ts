import { parsePreviewState, type PreviewEvent, previewEventMessage } from "../core/messages/preview-protocol";
import { Appearances } from "./appearances";
import { ThemeOverride } from "./theme-override";
import { Marker } from "./marker";
import { startElementPicker } from "./element-picker";
import { Scenes } from "./scenes";
import { ButtonStates } from "./button-states";

/** The origin of the desktop window's page, which is trusted like the server's own pages. */
const windowOrigin = "wails://wails";

/** Connects to the surrounding page, and shows the states that it sends. */
function start(): void {
	const parts = { theme: new ThemeOverride(), appearances: new Appearances(), states: new ButtonStates() };
	const scenes = new Scenes();
	const marker = new Marker();
	let origin = "";
	const sendEvent = (event: PreviewEvent) => {
		window.parent.postMessage(previewEventMessage(event), origin || "*");
	};
	const setPickable = startElementPicker(sendEvent);
	window.addEventListener("message", (event: MessageEvent<unknown>) => {
		const isTrusted = event.origin === location.origin || event.origin === windowOrigin;
		const state = event.source === window.parent && isTrusted ? parsePreviewState(event.data) : undefined;
		if (state === undefined) {
			return;
		}
		const isFirst = origin === "";
		origin = event.origin;
		parts.appearances.show(state.appearance);
		parts.theme.show(state);
		parts.states.show(state.state);
		scenes.show(state.scene);
		marker.show(state.mark);
		setPickable(state.pickable);
		if (isFirst) {
			sendEvent({ name: "shown" });
		}
	});
	sendEvent({ name: "listening" }); // sent to any origin, because it contains nothing confidential
}

if (window.parent !== window) {
	// The preview changes style sheets, so it waits until all of them are loaded.
	if (document.readyState === "complete") {
		start();
	} else {
		window.addEventListener("load", start);
	}
}
