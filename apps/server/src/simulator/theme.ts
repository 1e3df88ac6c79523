import { Chance } from './surroundings/chance.ts'

/**
 * The part of the business that is busiest in a seed. Some faults need several rare steps in a row, such as two people who approve several
 * withdrawals of one customer on one day: at random they hardly meet within 200 steps.
 */
export type Theme = 'payments' | 'freezes' | 'places' | 'staff' | 'nights' | 'takeovers' | 'halts' | 'resends'
const ofHalf: readonly Theme[] = ['payments', 'freezes', 'places', 'staff', 'nights']
export const themes: readonly Theme[] = [...ofHalf, 'takeovers', 'halts', 'resends']

/** Three quarters of the seeds have a theme; null: everything happens as often as usual. Drawn from a generator of its own. */
export function themeOf(seed: number): Theme | null {
  const chance = new Chance(seed).fork()
  if (chance.happens(0.5)) return chance.pick(ofHalf)
  if (chance.happens(0.2)) return 'takeovers'
  if (chance.happens(0.25)) return 'halts'
  return chance.happens(0.2) ? 'resends' : null
}
