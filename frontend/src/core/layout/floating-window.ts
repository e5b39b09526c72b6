/** A place in a window, in CSS pixels from its top left corner. */
export interface Place {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** The room that there is. */
export interface Room {
	readonly width: number;
	readonly height: number;
}

/** Where a window is put without dragging it, in shares of a wide room: on the right, on the left, over all. */
export const sides = [
	[0.5, 0, 0.5, 1],
	[0, 0, 0.5, 1],
	[0, 0, 1, 1],
] as const;

/** No window is made smaller by hand, where there is room for it. */
const smallest: Room = { width: 280, height: 200 };
/** What is left free around it, so that its edges can be taken hold of. */
const margin = 12;

/** The place of a new window, when so many are there already: to the lower right, where texts end. */
export function firstPlace(others: number, room: Room): Place {
	const [width, height, shift] = [480, Math.min(640, room.height * 0.7), 32 * (others % 5)];
	return within(
		{ x: room.width - width - 24 - shift, y: room.height - height - 24 - shift, width, height },
		room,
	);
}

/** The same place, or the nearest one that lies in the room. */
export function within({ x, y, width, height }: Place, room: Room): Place {
	const [w, h] = [
		clamp(width, smallest.width, room.width - 2 * margin),
		clamp(height, smallest.height, room.height - 2 * margin),
	];
	return {
		x: clamp(x, margin, room.width - margin - w),
		y: clamp(y, margin, room.height - margin - h),
		width: w,
		height: h,
	};
}

/** A place that was moved. */
export function moved({ x, y, width, height }: Place, right: number, down: number, room: Room): Place {
	return within({ x: x + right, y: y + down, width, height }, room);
}

/** A place of which edges were moved, named by points of the compass such as `n` or `se`. The others stay. */
export function resized(place: Place, edges: string, right: number, down: number, room: Room): Place {
	const has = (edge: string) => edges.includes(edge);
	const [left, width] = stretched(
		place.x,
		place.width,
		has("w"),
		has("e"),
		right,
		smallest.width,
		room.width,
	);
	const [top, height] = stretched(
		place.y,
		place.height,
		has("n"),
		has("s"),
		down,
		smallest.height,
		room.height,
	);
	return within({ x: left, y: top, width, height }, room);
}

/** Begin and length in one direction, after its low end, its high end or neither was moved. */
function stretched(
	begin: number,
	length: number,
	low: boolean,
	high: boolean,
	by: number,
	least: number,
	room: number,
): readonly [number, number] {
	const end = begin + length;
	const first = low ? clamp(begin + by, margin, end - least) : begin;
	return [first, (high ? clamp(end + by, begin + least, room - margin) : end) - first];
}

/** The place at a side. In a narrow room they are below and above. */
export function placeAt([x, y, width, height]: (typeof sides)[number], room: Room): Place {
	const [left, top, w, h] = room.width > 640 ? [x, y, width, height] : [y, x, height, width];
	return within(
		{
			x: left * room.width,
			y: top * room.height,
			width: w * room.width - margin,
			height: h * room.height - margin,
		},
		room,
	);
}

/** The place of a minimised window, of which only the bar is left: in the lower left, above so many others. */
export function dockPlace(others: number, room: Room): Place {
	const height = 44;
	return { x: margin, y: room.height - (height + margin) * (others + 1), width: 240, height };
}

/** The nearest value within bounds; the most where there is no room between them. */
function clamp(value: number, least: number, most: number): number {
	return Math.min(Math.max(value, least), Math.max(most, 0));
}
