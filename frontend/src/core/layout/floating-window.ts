/** Position and size of a floating window, in CSS pixels from the top left corner of the page. */
export interface WindowBox {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** The size of the area that windows float in. */
export interface Room {
	readonly width: number;
	readonly height: number;
}

/** The positions in which a window can be docked, as fractions of a wide room: right half, left half, full size. */
export const dockSides = [
	[0.5, 0, 0.5, 1],
	[0, 0, 0.5, 1],
	[0, 0, 1, 1],
] as const;

/** The smallest size that a window can be resized to, if the room allows it. */
const minSize: Room = { width: 280, height: 200 };
/** Pixels kept free around a window so that its edges can be dragged. */
const margin = 12;

/**
 * Returns the box of a new window in the lower right. `others` is the number of open windows: each new window is
 * shifted relative to the previous one.
 */
export function initialBox(others: number, room: Room): WindowBox {
	const [width, height, shift] = [480, Math.min(640, room.height * 0.7), 32 * (others % 5)];
	return fittedBox(
		{ x: room.width - width - 24 - shift, y: room.height - height - 24 - shift, width, height },
		room,
	);
}

/** Returns the nearest box that lies within the room. */
export function fittedBox({ x, y, width, height }: WindowBox, room: Room): WindowBox {
	const [w, h] = [
		clamp(width, minSize.width, room.width - 2 * margin),
		clamp(height, minSize.height, room.height - 2 * margin),
	];
	return {
		x: clamp(x, margin, room.width - margin - w),
		y: clamp(y, margin, room.height - margin - h),
		width: w,
		height: h,
	};
}

/** Returns a box after it was dragged. */
export function movedBox(
	{ x, y, width, height }: WindowBox,
	right: number,
	down: number,
	room: Room,
): WindowBox {
	return fittedBox({ x: x + right, y: y + down, width, height }, room);
}

/**
 * Returns a box after the user has dragged an edge or a corner. `edges` names the dragged edges by compass points, such
 * as `n` or `se`.
 */
export function resizedBox(
	box: WindowBox,
	edges: string,
	right: number,
	down: number,
	room: Room,
): WindowBox {
	const isMoving = (edge: string) => edges.includes(edge);
	const [left, width] = resizedSpan(
		box.x,
		box.width,
		isMoving("w"),
		isMoving("e"),
		right,
		minSize.width,
		room.width,
	);
	const [top, height] = resizedSpan(
		box.y,
		box.height,
		isMoving("n"),
		isMoving("s"),
		down,
		minSize.height,
		room.height,
	);
	return fittedBox({ x: left, y: top, width, height }, room);
}

/**
 * Returns the start and the length of a window along one axis after its start or its end was dragged by a distance.
 */
function resizedSpan(
	begin: number,
	length: number,
	startMoved: boolean,
	endMoved: boolean,
	distance: number,
	min: number,
	room: number,
): readonly [number, number] {
	const end = begin + length;
	const first = startMoved ? clamp(begin + distance, margin, end - min) : begin;
	return [first, (endMoved ? clamp(end + distance, begin + min, room - margin) : end) - first];
}

/**
 * Returns the box of a docked window. In a narrow room, the right half becomes the bottom half, and the left half the
 * top half.
 */
export function dockedBox([x, y, width, height]: (typeof dockSides)[number], room: Room): WindowBox {
	const [left, top, w, h] = room.width > 640 ? [x, y, width, height] : [y, x, height, width];
	return fittedBox(
		{
			x: left * room.width,
			y: top * room.height,
			width: w * room.width - margin,
			height: h * room.height - margin,
		},
		room,
	);
}

/**
 * Returns the box of a minimized window, which shows only its title bar. The box is in the lower left, above `others`
 * minimized windows.
 */
export function minimizedBox(others: number, room: Room): WindowBox {
	const height = 44;
	return { x: margin, y: room.height - (height + margin) * (others + 1), width: 240, height };
}

/** Returns the nearest value within bounds; `max` if the bounds are reversed. */
function clamp(value: number, min: number, max: number): number {
	return Math.min(Math.max(value, min), Math.max(max, 0));
}
