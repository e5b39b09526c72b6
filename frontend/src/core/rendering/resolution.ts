import type { PageForm } from "../session/settings";

/** The rendering of a page: a vector drawing, or a picture with the given pixels per point. */
export type Rendering = "drawing" | number;

/**
 * The pixels per point below which a small page is illegible, so that a small picture, which is cheaper, replaces the
 * drawing.
 */
const illegibleScale = 0.45;
/**
 * The maximum length of the longer side of a small page, in CSS pixels. Larger pages are never considered illegible,
 * because they may have big letters.
 */
const smallPageLength = 480;

/** The smallest resolution of pictures that the server makes, in pixels per point. */
const smallestScale = 0.05;

/** The resolutions of larger pictures in pixels per point. They are few, so that the server can cache them. */
const steps = [0.75, 2, 4, 8];

/** The factor by which a picture can be enlarged without a visible difference. */
const invisibleEnlargement = 1.1;

/**
 * Returns the rendering of a page. `pixels` is the number of device pixels per point, and `side` the length of the
 * page's longer side in CSS pixels.
 */
export function renderingFor(
	form: Pick<PageForm, "pictures" | "pictureScale">,
	pixels: number,
	side: number,
): Rendering {
	if (form.pictureScale !== undefined) {
		return form.pictures ? form.pictureScale : "drawing";
	}
	if (!form.pictures && (pixels > illegibleScale || side > smallPageLength)) {
		return "drawing";
	}
	if (!form.pictures) {
		// A picture of exactly the size of the page is sharper than one that the browser reduces. It is rounded down,
		// because the server rounds the sides of pictures up.
		return Math.max(Math.floor(pixels * 1e4) / 1e4, smallestScale);
	}
	return steps.find((step) => step * invisibleEnlargement >= pixels) ?? 8;
}

/**
 * Reports whether the rendering that is shown is as good as the wanted one, as far as readers can see. A page is
 * therefore not requested again for each step of zooming.
 */
export function isSufficient(shown: Rendering, required: Rendering): boolean {
	return shown === "drawing" || (required !== "drawing" && shown * invisibleEnlargement >= required);
}
