import type { Page } from "playwright-core";

interface Desktop {
	/** The events that the page has emitted: name and data. */
	readonly emitted: unknown[][];
	readonly titles: string[];
	/** Calls the listeners of an event. */
	readonly emit: (name: string, data: unknown) => void;
}

/**
 * Adds the runtime of Wails to a page, as in the window of the desktop program. It runs in the page before the page's
 * own scripts.
 */
export function desktopRuntime(): void {
	const listeners = new Set<{ readonly name: string; readonly listener: (data: unknown) => void }>();
	const desktop: Desktop = {
		emitted: [],
		titles: [],
		emit: (name, data) => {
			for (const each of [...listeners].filter((each) => each.name === name)) {
				each.listener(data);
			}
		},
	};
	const runtime = {
		EventsOn: (name: string, listener: (data: unknown) => void) => {
			const entry = { name, listener };
			listeners.add(entry);
			return () => listeners.delete(entry);
		},
		EventsEmit: (...event: unknown[]) => void desktop.emitted.push(event),
		OnFileDrop: () => undefined,
		WindowSetTitle: (title: string) => void desktop.titles.push(title),
	};
	Object.assign(window, { runtime, desktop });
}

/** Emits an event of the desktop program to a page with `desktopRuntime`. */
export function emitDesktopEvent(page: Page, name: string, data: unknown): Promise<void> {
	return page.evaluate(
		([name, data]) => {
			(window as unknown as { desktop: Desktop }).desktop.emit(name, data);
		},
		[name, data] as const,
	);
}

/** Returns the last event that the page has emitted to the desktop program, by default of any name. */
export function lastDesktopEvent(page: Page, name?: string): Promise<unknown[] | undefined> {
	return page.evaluate(
		(name) =>
			(window as unknown as { desktop: Desktop }).desktop.emitted.findLast(
				([emitted]) => name === undefined || emitted === name,
			),
		name,
	);
}

/** Returns the title of the window. */
export function windowTitle(page: Page): Promise<string | undefined> {
	return page.evaluate(() => (window as unknown as { desktop: Desktop }).desktop.titles.at(-1));
}
