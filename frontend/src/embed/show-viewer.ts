import { showFloating } from "./floating-viewers";
import { showOverlay } from "./overlay-viewer";
import type { Request, ShownViewer } from "./request";
import { showInline } from "./inline-viewer";

/** Shows a viewer in a frame of the page. embed.js imports this module when it opens the first viewer. */
export async function show(request: Request): Promise<ShownViewer> {
	switch (request.kind) {
		case "overlay":
			return showOverlay(request);
		case "floating":
			return showFloating(request);
		default:
			return showInline(request);
	}
}
