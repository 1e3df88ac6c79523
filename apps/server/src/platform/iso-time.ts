/** Writes a moment in epoch ms as a client reads it: ISO 8601, in UTC. */
export const isoOf = (ms: number | bigint): string => new Date(Number(ms)).toISOString()

/** Writes a moment that may not have come. */
export const isoOrNull = (ms: number | bigint | null): string | null => (ms === null ? null : isoOf(ms))
