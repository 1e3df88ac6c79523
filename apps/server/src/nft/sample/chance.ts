/** Repeatable random numbers from 0 up to 1: the same sequence at every drawing. */
export type Chance = () => number

/** Mulberry32, begun with the FNV hash of a name. */
export function chanceOf(name: string): Chance {
  let state = 0x811c9dc5
  for (const sign of name) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const between = (chance: Chance, least: number, most: number): number =>
  least + (most - least) * chance()

/** Formats with at most one decimal: more would not be visible, and the file stays small. */
export const short = (value: number): string => String(Math.round(value * 10) / 10)

type Rgb = readonly [number, number, number]

const byteAt = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
const rgbOf = (hex: string): Rgb => [byteAt(hex, 1), byteAt(hex, 3), byteAt(hex, 5)]

/** The colour between two, 0 the one and 1 the other. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [rgbOf(one), rgbOf(other)]
  const part = (at: 0 | 1 | 2) =>
    Math.round(a[at] + (b[at] - a[at]) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${part(0)}${part(1)}${part(2)}`
}

export const picture = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">${body}</svg>`
