import { lots } from '@candor/money'
import type { Market } from '../market.ts'

/** The smallest order is one step (rulebook, Markets). */
export const lotLimits = (step: string, most: string): Pick<Market, 'lotMin' | 'lotMax' | 'lotStep'> => ({
  lotMin: lots(step),
  lotStep: lots(step),
  lotMax: lots(most),
})
