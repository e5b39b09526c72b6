/** For how long a key is good. */
export type KeyLife = "forever" | "week" | "month" | "quarter" | "year";

/** How long keys may be good for, in the order in which that is offered. */
export const keyLives: readonly KeyLife[] = ["forever", "week", "month", "quarter", "year"];

const days: Readonly<Record<Exclude<KeyLife, "forever">, number>> = {
	week: 7,
	month: 30,
	quarter: 90,
	year: 365,
};

/** When a key that is made now ends, RFC 3339; undefined for never. */
export function expiryAfter(life: KeyLife, now: Date): string | undefined {
	return life === "forever" ? undefined : new Date(now.getTime() + days[life] * 86_400_000).toISOString();
}
