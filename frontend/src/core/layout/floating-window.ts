/** Position and size of a floating window, in CSS pixels from the top left corner of the page. */
export interface WindowBox {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** The size of the area that windows float in. */
export interface AreaSize {
	readonly width: number;
	readonly height: number;
}

/**
 * The positions in which a window can be docked: right half, left half, full size. Each is x, y, width and height, as
 * fractions of a wide area.
 */
export const dockSides = [
	[0.5, 0, 0.5, 1],
	[0, 0, 0.5, 1],
	[0, 0, 1, 1],
] as const;

/** The smallest size that a window can be resized to, if the area allows it. */
const minSize: AreaSize = { width: 280, height: 200 };
/** Pixels kept free around a window so that its edges can be dragged. */
const margin = 12;

/**
 * Returns the box of a new window in the lower right. `openWindows` is the number of windows that are open
 * already: each new window is shifted relative to the previous one.
 */
export function initialBox(openWindows: number, area: AreaSize): WindowBox {
	const [width, height, shift] = [480, Math.min(640, area.height * 0.7), 32 * (openWindows % 5)];
	return fittedBox(
		{ x: area.width - width - 24 - shift, y: area.height - height - 24 - shift, width, height },
		area,
	);
}

/** Returns the nearest box that lies within the area. */
export function fittedBox({ x, y, width, height }: WindowBox, area: AreaSize): WindowBox {
	const [w, h] = [
		clamp(width, minSize.width, area.width - 2 * margin),
		clamp(height, minSize.height, area.height - 2 * margin),
	];
	return {
		x: clamp(x, margin, area.width - margin - w),
		y: clamp(y, margin, area.height - margin - h),
		width: w,
		height: h,
	};
}

/** Returns a box after it was dragged. */
export function movedBox(
	{ x, y, width, height }: WindowBox,
	deltaX: number,
	deltaY: number,
	area: AreaSize,
): WindowBox {
	return fittedBox({ x: x + deltaX, y: y + deltaY, width, height }, area);
}

/**
 * Returns a box after the user has dragged an edge or a corner. `edges` names the dragged edges by compass points, such
 * as `n` or `se`.
 */
export function resizedBox(
	box: WindowBox,
	edges: string,
	deltaX: number,
	deltaY: number,
	area: AreaSize,
): WindowBox {
	const isMoving = (edge: string) => edges.includes(edge);
	const [left, width] = resizedSpan(
		box.x,
		box.width,
		isMoving("w"),
		isMoving("e"),
		deltaX,
		minSize.width,
		area.width,
	);
	const [top, height] = resizedSpan(
		box.y,
		box.height,
		isMoving("n"),
		isMoving("s"),
		deltaY,
		minSize.height,
		area.height,
	);
	return fittedBox({ x: left, y: top, width, height }, area);
}

/**
 * Returns the start and the length of a window along one axis after its start or its end was dragged by a distance.
 */
function resizedSpan(
	start: number,
	length: number,
	startMoved: boolean,
	endMoved: boolean,
	distance: number,
	min: number,
	areaLength: number,
): readonly [number, number] {
	const end = start + length;
	const first = startMoved ? clamp(start + distance, margin, end - min) : start;
	return [first, (endMoved ? clamp(end + distance, start + min, areaLength - margin) : end) - first];
}

/**
 * Returns the box of a docked window. In a narrow area, the right half becomes the bottom half, and the left half the
 * top half.
 */
export function dockedBox([x, y, width, height]: (typeof dockSides)[number], area: AreaSize): WindowBox {
	const [left, top, w, h] = area.width > 640 ? [x, y, width, height] : [y, x, height, width];
	return fittedBox(
		{
			x: left * area.width,
			y: top * area.height,
			width: w * area.width - margin,
			height: h * area.height - margin,
		},
		area,
	);
}

/**
 * Returns the box of a minimized window, which shows only its title bar. The box is in the lower left, above the
 * `minimizedWindows` windows that are minimized already.
 */
export function minimizedBox(minimizedWindows: number, area: AreaSize): WindowBox {
	const height = 44;
	return { x: margin, y: area.height - (height + margin) * (minimizedWindows + 1), width: 240, height };
}

/** Returns the value clamped to a range. A negative `max` counts as 0. If `max` is less than `min`, returns `max`. */
function clamp(value: number, min: number, max: number): number {
	return Math.min(Math.max(value, min), Math.max(max, 0));
}
