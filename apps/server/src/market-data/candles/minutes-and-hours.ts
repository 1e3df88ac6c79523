export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
