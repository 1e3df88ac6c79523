/** Every table, by room: each room declares its own in `<room>-tables.ts` and is named here. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add themselves
export interface Schema {}
