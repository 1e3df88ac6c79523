import { between, type Chance, chanceOf, mix, picture, short } from './chance.ts'

interface Night {
  readonly deep: string
  readonly glow: string
  readonly sun: string
  readonly planets: readonly string[]
}

const nights: readonly Night[] = [
  { deep: '#0b1020', glow: '#1d2a52', sun: '#ffd479', planets: ['#7fb6ff', '#ff8f6b', '#e9edf1', '#b99cff'] },
  { deep: '#14090f', glow: '#43172c', sun: '#ff9d5c', planets: ['#ffd8b5', '#e4587a', '#7bd0c1', '#f4efe6'] },
  { deep: '#05191a', glow: '#0f4244', sun: '#f5f0c9', planets: ['#8fe3c0', '#f2b84b', '#dff5f2', '#ef7d63'] },
  { deep: '#f4efe4', glow: '#fffaf0', sun: '#d1502f', planets: ['#24477a', '#e0a33b', '#5c7f67', '#201c18'] },
]

const rings = 11

/** Draws a sun, the orbits around it, and the planets on them. */
export function drawOrbits(name: string, number: number): string {
  const chance = chanceOf(name)
  const night = nights[number % nights.length] ?? (nights[0] as Night)
  const [x, y] = [between(chance, 300, 500), between(chance, 320, 480)]
  const tilt = between(chance, -28, 28)
  const flat = between(chance, 0.5, 0.86)
  const stars = Array.from(
    { length: 70 },
    () =>
      `<circle cx="${short(chance() * 800)}" cy="${short(chance() * 800)}" r="${short(between(chance, 0.6, 2))}"/>`,
  )
  const paths = Array.from({ length: rings }, (_, at) => ring(chance, night, at, flat))
  return picture(
    `<defs><radialGradient id="g" cx="${short(x / 8)}%" cy="${short(y / 8)}%" r="75%"><stop stop-color="${night.glow}"/><stop offset="1" stop-color="${night.deep}"/></radialGradient>` +
      `<radialGradient id="h"><stop stop-color="${night.sun}" stop-opacity=".5"/><stop offset="1" stop-color="${night.sun}" stop-opacity="0"/></radialGradient></defs>` +
      `<rect width="800" height="800" fill="url(#g)"/><g fill="${mix(night.glow, night.sun, 0.7)}" opacity=".55">${stars.join('')}</g>` +
      `<circle cx="${short(x)}" cy="${short(y)}" r="210" fill="url(#h)"/>` +
      `<g transform="translate(${short(x)} ${short(y)}) rotate(${short(tilt)})">${paths.join('')}<circle r="38" fill="${night.sun}"/></g>`,
  )
}

function ring(chance: Chance, night: Night, at: number, flat: number): string {
  const radius = 78 + at * 46 + between(chance, -8, 8)
  const angle = between(chance, 0, 2 * Math.PI)
  const colour = night.planets[at % night.planets.length] ?? night.sun
  const size = between(chance, 4, 9) + at * 1.1
  const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius * flat]
  const dash =
    chance() < 0.35
      ? ` stroke-dasharray="${short(between(chance, 2, 9))} ${short(between(chance, 5, 12))}"`
      : ''
  const line = `<ellipse rx="${short(radius)}" ry="${short(radius * flat)}" fill="none" stroke="${mix(night.deep, colour, 0.6)}" stroke-width="${short(between(chance, 1, 2.4))}"${dash}/>`
  if (chance() < 0.18) return line
  const moon =
    chance() < 0.4
      ? `<circle cx="${short(x + size * 2)}" cy="${short(y - size)}" r="${short(size / 3)}" fill="${mix(colour, night.sun, 0.4)}"/>`
      : ''
  const belt =
    chance() < 0.3
      ? `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(size * 1.9)}" ry="${short(size * 0.55)}" fill="none" stroke="${mix(colour, night.sun, 0.35)}" stroke-width="2"/>`
      : ''
  return `${line}<circle cx="${short(x)}" cy="${short(y)}" r="${short(size)}" fill="${colour}"/>${belt}${moon}`
}
