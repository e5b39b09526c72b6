import type { Locator, Page } from "playwright-core";

/** Two PNG pictures of one page, in Base64. */
export interface PicturePair {
	readonly actual: string;
	readonly expected: string;
}

/**
 * Returns the fraction of the pixels that differ visibly between two pictures, from 0 to 1. A difference that a shift
 * by at most half a pixel can explain is ignored, because it results from antialiasing.
 */
export async function differenceShare(page: Page, pictures: PicturePair): Promise<number> {
	return page.evaluate(async ({ actual, expected }) => {
		// The smallest visible difference of a channel, whose values are from 0 to 255.
		const visible = 48;
		const decode = async (base64: string) => {
			const image = new Image();
			image.src = `data:image/png;base64,${base64}`;
			await image.decode();
			return image;
		};
		const [one, other] = [await decode(actual), await decode(expected)];
		const [width, height] = [
			Math.min(one.naturalWidth, other.naturalWidth),
			Math.min(one.naturalHeight, other.naturalHeight),
		];
		const read = (image: HTMLImageElement) => {
			const canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
			canvas?.drawImage(image, 0, 0);
			return canvas?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
		};
		const [a, b] = [read(one), read(other)];
		const channelAt = (data: Uint8ClampedArray, index: number) => data[index] ?? 0;

		/**
		 * Reports whether a pixel of `pixels` is visibly brighter than all points of `reference` within half a pixel of
		 * it, or visibly darker than all of them.
		 */
		const isDifferent = (
			pixels: Uint8ClampedArray,
			reference: Uint8ClampedArray,
			x: number,
			y: number,
		): boolean => {
			for (let channel = 0; channel < 3; channel++) {
				const center = channelAt(reference, (y * width + x) * 4 + channel);
				let [low, high] = [center, center];
				for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
					for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
						const value = (center + channelAt(reference, (v * width + u) * 4 + channel)) / 2;
						low = Math.min(low, value);
						high = Math.max(high, value);
					}
				}
				const value = channelAt(pixels, (y * width + x) * 4 + channel);
				if (value < low - visible || value > high + visible) {
					return true;
				}
			}
			return false;
		};

		let count = 0;
		for (let y = 0; y < height; y++) {
			for (let x = 0; x < width; x++) {
				const index = (y * width + x) * 4;
				let distance = 0;
				for (let channel = 0; channel < 3; channel++) {
					distance += Math.abs(channelAt(a, index + channel) - channelAt(b, index + channel));
				}
				if (distance >= visible && (isDifferent(a, b, x, y) || isDifferent(b, a, x, y))) {
					count++;
				}
			}
		}
		return count / (width * height);
	}, pictures);
}

/**
 * Returns the color of a point of an element: its red, green and blue values from 0 to 255. The coordinates are
 * fractions of the element's width and height.
 */
export async function pixelAt(element: Locator, x: number, y: number): Promise<readonly number[]> {
	const picture = await element.screenshot();
	return element.evaluate(
		async (_, { base64, x, y }) => {
			const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
			const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
			const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
			context?.drawImage(bitmap, 0, 0);
			const [left = 0, top = 0] = [x * bitmap.width, y * bitmap.height].map(Math.floor);
			return [...(context?.getImageData(left, top, 1, 1).data ?? [])].slice(0, 3);
		},
		{ base64: picture.toString("base64"), x, y },
	);
}
