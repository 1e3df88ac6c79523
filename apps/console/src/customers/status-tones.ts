import type { CustomerEntry } from '@candor/contract'
import type { Tone } from '@candor/ui/feedback.tsx'

/** The state is always a word as well. */
export const statusTones: Readonly<Record<CustomerEntry['status'], Tone>> = {
  active: 'good',
  frozen: 'bad',
  closed: 'neutral',
}
