import { between, chanceOf, mix, picture, short } from './chance.ts'

interface Bed {
  readonly ground: string
  readonly petals: readonly [heart: string, middle: string, edge: string]
}

const beds: readonly Bed[] = [
  { ground: '#fbf3e6', petals: ['#5b2a1a', '#d8572a', '#f4b740'] },
  { ground: '#131c17', petals: ['#f3e9c6', '#7bbf7a', '#2e6f57'] },
  { ground: '#f3e7ea', petals: ['#3d1330', '#a92d63', '#f0a5b5'] },
  { ground: '#e7eef3', petals: ['#1b2a4a', '#3f74b5', '#b9d7ea'] },
]

/** 137.5°, the golden angle: seen from the middle, no petal ever hides another. */
const goldenAngle = 180 * (3 - Math.sqrt(5))
const petals = 168

/** A flower head as plants make them: every petal a golden angle further, each ring a little larger. */
export function drawGarden(name: string, number: number): string {
  const chance = chanceOf(name)
  const bed = beds[number % beds.length] ?? (beds[0] as Bed)
  const [first, spread] = [between(chance, 0, 360), between(chance, 20, 22.5)]
  const [long, slim] = [between(chance, 1.5, 2.3), between(chance, 0.62, 0.9)]
  const drawn = Array.from({ length: petals }, (_, index) => {
    // From the edge inwards, so that the centre is on top.
    const place = petals - index
    const share = place / petals
    const distance = spread * Math.sqrt(place)
    const size = 13 + 17 * share
    const colour =
      share < 0.42
        ? mix(bed.petals[0], bed.petals[1], share / 0.42)
        : mix(bed.petals[1], bed.petals[2], (share - 0.42) / 0.58)
    const turn = short(first + place * goldenAngle)
    return `<use href="#p" transform="rotate(${turn})translate(${short(distance)})scale(${short(size)})" fill="${colour}"/>`
  })
  return picture(
    `<defs><path id="p" d="M${short(-slim)} 0C${short(-slim)} ${short(-slim)} ${short(long * 0.6)} ${short(-slim)} ${short(long)} 0C${short(long * 0.6)} ${short(slim)} ${short(-slim)} ${short(slim)} ${short(-slim)} 0Z"/></defs>` +
      `<rect width="800" height="800" fill="${bed.ground}"/>` +
      `<g transform="translate(400 400)" stroke="${bed.ground}" stroke-width=".05">${drawn.join('')}</g>`,
  )
}
