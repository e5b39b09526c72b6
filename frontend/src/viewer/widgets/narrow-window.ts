/**
 * Matches windows as narrow as those of telephones, as the style sheet does. There, the side panel covers the pages
 * instead of being beside them.
 */
export const narrowWindow = "(width < 640px)";
