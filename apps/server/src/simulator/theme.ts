import type { Chance } from './surroundings/chance.ts'

/**
 * The part of the business that is busiest in a seed. Some faults need several rare steps in a row, such as two people who approve several
 * withdrawals of one customer on one day: at random they hardly meet within 200 steps.
 */
export type Theme = 'payments' | 'freezes' | 'places' | 'staff'
const themes: readonly Theme[] = ['payments', 'freezes', 'places', 'staff']

/** Half of the seeds have a theme; null: everything happens as often as usual. */
export const chooseTheme = (chance: Chance): Theme | null =>
  chance.happens(0.5) ? chance.pick(themes) : null
