import { expect, test } from "vitest";
import { formatKeys, isApplePlatform } from "./key-names";

const german: Readonly<Record<string, string>> = { Ctrl: "Strg", Shift: "Umschalt", PgDn: "Bild ↓" };
const nameOf = (key: string) => german[key] ?? key;

test.each([
	["Ctrl+F", "Strg+F", "⌘F"],
	["Shift+F3", "Umschalt+F3", "⇧F3"],
	["Ctrl+Shift+F", "Strg+Umschalt+F", "⌘⇧F"],
	["Alt+←", "Alt+←", "⌥←"],
	["Ctrl++", "Strg++", "⌘+"],
	["PgDn", "Bild ↓", "Bild ↓"],
	["?", "?", "?"],
])("%s is written as %s, and as %s on a Mac", (keys, written, onMac) => {
	expect(formatKeys(keys, nameOf, false)).toBe(written);
	expect(formatKeys(keys, nameOf, true)).toBe(onMac);
});

test("only Apple's platforms have Apple's keys", () => {
	expect(["MacIntel", "iPhone", "iPad"].every(isApplePlatform)).toBe(true);
	expect(["Win32", "Linux x86_64", ""].some(isApplePlatform)).toBe(false);
});
