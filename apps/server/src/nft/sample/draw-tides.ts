import { between, type Chance, chanceOf, mix, picture, short } from './chance.ts'

interface Weather {
  readonly sky: readonly [high: string, low: string]
  readonly disc: string
  readonly sea: readonly [far: string, near: string]
}

const weathers: readonly Weather[] = [
  { sky: ['#f4c9a0', '#fbeedd'], disc: '#e8643c', sea: ['#8fb3b8', '#123a4f'] },
  { sky: ['#0f1b3d', '#3c4f86'], disc: '#f6ecc9', sea: ['#5a6aa3', '#0a1026'] },
  { sky: ['#bfe0dc', '#f3f5ea'], disc: '#fff8e0', sea: ['#79b7ad', '#0d4a47'] },
  { sky: ['#e9a6a0', '#fce6d2'], disc: '#fff1c9', sea: ['#b87a98', '#3a1d45'] },
]

const layers = 9
const steps = 16

/** Draws a sky, the objects in it, and water that comes nearer wave by wave. */
export function drawTides(name: string, number: number): string {
  const chance = chanceOf(name)
  const weather = weathers[number % weathers.length] ?? (weathers[0] as Weather)
  const horizon = between(chance, 300, 380)
  const x = between(chance, 220, 580)
  const y = between(chance, 150, horizon - 60)
  const radius = between(chance, 62, 104)
  const halo = [2.6, 2, 1.5].map(
    (size) =>
      `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius * size)}" fill="${weather.disc}" opacity=".12"/>`,
  )
  return picture(
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${weather.sky[0]}"/><stop offset=".62" stop-color="${weather.sky[1]}"/></linearGradient></defs>` +
      `<rect width="800" height="800" fill="url(#s)"/>${halo.join('')}` +
      `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${weather.disc}"/>` +
      Array.from({ length: layers }, (_, at) => wave(chance, weather, horizon, at)).join(''),
  )
}

function wave(chance: Chance, { sea, disc }: Weather, horizon: number, at: number): string {
  const depth = at / (layers - 1)
  const top = horizon + (760 - horizon) * depth ** 1.35
  const height = 5 + 34 * depth
  const [one, other] = [between(chance, 0, 7), between(chance, 0, 7)]
  const [length, second] = [between(chance, 1.4, 2.6), between(chance, 3.2, 5.4)]
  const crest = Array.from({ length: steps + 1 }, (_, step) => {
    const part = step / steps
    const swell = Math.sin(part * length * Math.PI + one) + 0.45 * Math.sin(part * second * Math.PI + other)
    return [part * 800, top + swell * height] as const
  })
  const line = smooth(crest)
  const colour = mix(sea[0], sea[1], depth)
  return (
    `<path d="${line}V800H0Z" fill="${colour}"/>` +
    `<path d="${line}" fill="none" stroke="${mix(colour, disc, 0.55)}" stroke-width="${short(1 + depth * 1.6)}" opacity=".6"/>`
  )
}

/** A curve through the points, each half way to the next its joint. */
function smooth(points: readonly (readonly [number, number])[]): string {
  const [first = [0, 0], ...rest] = points
  const joints = rest.map(([x, y], at) => {
    const [nextX, nextY] = rest[at + 1] ?? [x, y]
    return `Q${short(x)} ${short(y)} ${short((x + nextX) / 2)} ${short((y + nextY) / 2)}`
  })
  return `M${short(first[0])} ${short(first[1])}${joints.join('')}`
}
