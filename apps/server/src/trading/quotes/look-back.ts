/** Longest look-back: after a longer gap without an engine, only quotes stored within this time are processed. */
export const longestLookBackMs = 3_600_000
