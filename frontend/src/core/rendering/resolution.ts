import type { PageForm } from "../session/settings";

/** The rendering of a page: a vector drawing, or a picture with the given pixels per point. */
export type Rendering = "drawing" | number;

/**
 * The number of pixels per point below which a small page is illegible. Below it, the page is shown as a small picture,
 * which costs less than the drawing.
 */
const illegibleScale = 0.45;
/**
 * The maximum length of the longer side of a small page, in CSS pixels. Larger pages never count as illegible, because
 * they may contain big letters.
 */
const smallPageLength = 480;

/** The smallest resolution of pictures that the server makes, in pixels per point. */
const smallestScale = 0.05;

/**
 * The resolutions of larger pictures in pixels per point. Their number is small, so that the server can cache the
 * pictures.
 */
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
		// A picture of exactly the size of the page is sharper than a picture that the browser reduces. The size is
		// rounded down here, because the server rounds the sides of pictures up.
		return Math.max(Math.floor(pixels * 1e4) / 1e4, smallestScale);
	}
	return steps.find((step) => step * invisibleEnlargement >= pixels) ?? 8;
}

/**
 * Reports whether readers see no difference between the rendering that is shown and the required one. A page is
 * therefore not requested again for each step of zooming.
 */
export function isSufficient(shown: Rendering, required: Rendering): boolean {
	return shown === "drawing" || (required !== "drawing" && shown * invisibleEnlargement >= required);
}
