import { formatKeys, isApplePlatform } from "../../core/format/key-names";
import { translations } from "../translations";

/** Formats a key combination, such as `Ctrl+F`, with the key names on keyboards of the reader's language. */
export function keyNames(keys: string): string {
	const names: Readonly<Record<string, string>> = {
		Ctrl: translations.keyCtrl,
		Shift: translations.keyShift,
		Space: translations.keySpace,
		PgUp: translations.keyPgUp,
		PgDn: translations.keyPgDn,
		Home: translations.keyHome,
		End: translations.keyEnd,
	};
	return formatKeys(keys, (key) => names[key] ?? key, isApplePlatform(navigator.platform));
}
