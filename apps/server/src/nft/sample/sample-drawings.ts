import { drawGarden } from './draw-garden.ts'
import { drawLoom } from './draw-loom.ts'
import { drawOrbits } from './draw-orbits.ts'
import { drawTides } from './draw-tides.ts'

const programs = {
  tides: drawTides,
  loom: drawLoom,
  orbits: drawOrbits,
  garden: drawGarden,
} as const
export type DrawingProgram = keyof typeof programs
export const drawingPrograms = Object.keys(programs) as DrawingProgram[]

/** The titles of each program's drawings; the title is what chance begins with. */
export const drawingTitles: Readonly<Record<DrawingProgram, readonly string[]>> = {
  tides: ['Slack Water', 'Night Ebb', 'Lee Shore', 'Afterglow'],
  loom: ['Selvedge', 'Warp and Weft', 'Four Threads', 'Evening Cloth'],
  orbits: ['Perihelion', 'Long Year', 'Transit', 'Paper Planets'],
  garden: ['Seed Head', 'Under Leaves', 'Late Dahlia', 'Winter Aster'],
}

/** Returns a drawing's file name: `tides-slack-water`. */
export const drawingName = (program: DrawingProgram, title: string): string =>
  `${program}-${title.toLowerCase().replaceAll(' ', '-')}`

const drawn = new Map<string, string>()
const known = new Map(
  drawingPrograms.flatMap((program) =>
    drawingTitles[program].map(
      (title, number) => [drawingName(program, title), () => programs[program](title, number)] as const,
    ),
  ),
)

/** Returns a sample drawing as SVG, the same at every call; null for an unknown name. */
export function sampleDrawing(name: string): string | null {
  const cached = drawn.get(name)
  if (cached !== undefined) return cached
  const svg = known.get(name)?.() ?? null
  if (svg !== null) drawn.set(name, svg)
  return svg
}
