import { chanceOf, picture, short } from './chance.ts'

interface Yarn {
  readonly ground: string
  /** The two outer threads, the middle one, and the fine line along it. */
  readonly threads: readonly [outer: string, middle: string, line: string]
  readonly shadow: string
}

const yarns: readonly Yarn[] = [
  { ground: '#f2ead9', threads: ['#c2402c', '#e9b44c', '#1d3557'], shadow: '#d8cbb0' },
  { ground: '#10231f', threads: ['#e6dfc8', '#5fae8b', '#d9703b'], shadow: '#081411' },
  { ground: '#eceff4', threads: ['#2f4b9c', '#7d97d8', '#e2725b'], shadow: '#cfd6e4' },
  { ground: '#2a1a2e', threads: ['#f0c9b0', '#b0638a', '#efa94a'], shadow: '#190e1c' },
]

const tiles = 6
const side = 800 / tiles
/** Points at which the threads of a ribbon cross a tile's edge, in parts of its side. */
const lanes = [0.3, 0.5, 0.7] as const

/**
 * Ribbons of three threads that turn at every tile and never end: which way each turns is chance, that they meet is not. The outer
 * threads are of one colour, since a ribbon that turns the other way has its outside where its inside was.
 */
export function drawLoom(name: string, number: number): string {
  const chance = chanceOf(name)
  const yarn = yarns[number % yarns.length] ?? (yarns[0] as Yarn)
  const width = side * 0.13
  const arcs = [0, 1]
    .map((corner) =>
      lanes
        // A little over the tile's edge on both sides, so that no seam shows.
        .map((lane, at) => {
          const radius = short(side * lane)
          const path =
            corner === 0
              ? `M${radius}-1V0A${radius} ${radius} 0 0 1 0 ${radius}H-1`
              : `M${short(side - side * lane)} ${short(side + 1)}V${short(side)}A${radius} ${radius} 0 0 1 ${short(side)} ${short(side - side * lane)}h1`
          // The ribbon of the other corner is above this one: shadows on both of its sides show it.
          const thread = `<path d="${path}" stroke="${yarn.shadow}" stroke-width="${short(width + 7)}"/><path d="${path}" stroke="${at === 1 ? yarn.threads[1] : yarn.threads[0]}" stroke-width="${short(width)}"/>`
          return at === 1
            ? `${thread}<path d="${path}" stroke="${yarn.threads[2]}" stroke-width="3"/>`
            : thread
        })
        .join(''),
    )
    .join('')
  const placed = Array.from({ length: tiles * tiles }, (_, at) => {
    const [column, row] = [at % tiles, Math.floor(at / tiles)]
    const turned = chance() < 0.5
    const shift = `translate(${short(column * side)} ${short(row * side)})`
    const turn = turned ? ` rotate(90 ${short(side / 2)} ${short(side / 2)})` : ''
    return `<use href="#t" transform="${shift}${turn}"/>`
  })
  return picture(
    `<defs><clipPath id="c"><rect x="-.8" y="-.8" width="${short(side + 1.6)}" height="${short(side + 1.6)}"/></clipPath><g id="t" fill="none" clip-path="url(#c)">${arcs}</g></defs>` +
      `<rect width="800" height="800" fill="${yarn.ground}"/>${placed.join('')}`,
  )
}
