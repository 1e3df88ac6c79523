import type { IncidentState } from '@candor/contract'
import type { Tone } from '@candor/ui/feedback.tsx'

export const stateWords: Readonly<Record<IncidentState, string>> = {
  investigating: 'Being looked into',
  identified: 'Cause found',
  watching: 'Mended, being watched',
  resolved: 'Over',
}

export const stateTones: Readonly<Record<IncidentState, Tone>> = {
  investigating: 'bad',
  identified: 'warn',
  watching: 'warn',
  resolved: 'good',
}
