import createBidi from 'bidi-js'
import LineBreaker from 'linebreak'

const bidi = createBidi()

/** A stretch of a line that is drawn from left to right in one go. */
export interface Run {
  /** In the order of reading. */
  readonly text: string
  readonly rightToLeft: boolean
}

export type Direction = 'ltr' | 'rtl'

/**
 * Breaks a paragraph into lines no wider than `width` and gives each line's runs from left to right (Unicode's rules for line breaking, UAX 14, and for text of
 * both directions, UAX 9). `measure` gives the width of a text drawn in one line. What has no place to break, a long hash, is broken between characters.
 */
export function breakIntoLines(
  text: string,
  direction: Direction,
  width: number,
  measure: (text: string) => number,
): Run[][] {
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  return lineBounds(text, width, measure).map(([from, to]) => runsOf(text, levels, from, to))
}

type Bounds = readonly [from: number, to: number]

function lineBounds(text: string, width: number, measure: (text: string) => number): Bounds[] {
  const lines: Bounds[] = []
  let start = 0
  let end = 0
  const close = (next: number) => {
    lines.push([start, start + text.slice(start, end).trimEnd().length])
    start = next
    end = next
  }
  for (const { position, required } of pieces(text, width, measure)) {
    if (end > start && measure(text.slice(start, position).trimEnd()) > width) close(end)
    end = position
    if (required) close(position)
  }
  if (end > start || lines.length === 0) close(end)
  return lines
}

interface Piece {
  readonly position: number
  readonly required: boolean
}

function pieces(text: string, width: number, measure: (text: string) => number): Piece[] {
  const breaker = new LineBreaker(text)
  const found: Piece[] = []
  let from = 0
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const piece = text.slice(from, next.position)
    if (measure(piece.trimEnd()) > width) found.push(...between(piece, from))
    found.push({ position: next.position, required: next.required && piece.endsWith('\n') })
    from = next.position
  }
  return found
}

/** Every place between two characters of a piece that begins at `from`. */
function between(piece: string, from: number): Piece[] {
  const lengths = [...piece].map(({ length }) => length)
  let at = from
  return lengths.slice(0, -1).map((length) => {
    at += length
    return { position: at, required: false }
  })
}

function runsOf(text: string, levels: Uint8Array, from: number, to: number): Run[] {
  const runs: { start: number; end: number; level: number }[] = []
  for (let at = from; at < to; at++) {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    if (last?.level === level) last.end = at + 1
    else runs.push({ start: at, end: at + 1, level })
  }
  return reordered(runs).map(({ start, end, level }) => ({
    text: text.slice(start, end),
    rightToLeft: level % 2 === 1,
  }))
}

/** Rule L2: from the deepest level up, reverses everything at that level or deeper. */
function reordered<R extends { readonly level: number }>(runs: readonly R[]): readonly R[] {
  const deepest = Math.max(0, ...runs.map(({ level }) => level))
  const levels = Array.from({ length: deepest }, (_, at) => deepest - at)
  return levels.reduce(turnedFrom, runs)
}

function turnedFrom<R extends { readonly level: number }>(runs: readonly R[], level: number): R[] {
  const stretches: R[][] = []
  for (const run of runs) {
    const last = stretches.at(-1)
    const together = last?.[0] !== undefined && last[0].level >= level && run.level >= level
    if (together) last.unshift(run)
    else stretches.push([run])
  }
  return stretches.flat()
}

/** Characters of a right-to-left run that are not letters, as they are drawn from left to right: brackets look the other way. */
export const turned = (text: string): string =>
  [...text]
    .reverse()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('')
