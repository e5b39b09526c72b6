import type { Stage } from "../pages/stage";
import type { SearchRun, SearchStart } from "./search-run";

/**
 * Returns the starting point of a search: the current hit of the previous search, or else the upper edge of the
 * window.
 */
export function startPointOf(stage: Stage, previous: SearchRun | undefined): SearchStart {
	const current = previous?.cursor.current;
	if (previous !== undefined && current !== undefined) {
		const [box] = previous.boxes(current.page)?.[current.index] ?? [];
		return { page: current.page, y: box?.[1] ?? 0 };
	}
	const { anchor, quarters } = stage.location ?? {};
	const page = stage.view.page;
	return {
		page,
		y: anchor?.page === page && quarters === 0 ? anchor.y * stage.sizes.size(page).height : 0,
	};
}
