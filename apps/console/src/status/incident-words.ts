import type { IncidentState } from '@candor/contract'
import type { Tone } from '@candor/ui/feedback.tsx'

export const stateWords: Readonly<Record<IncidentState, string>> = {
  investigating: 'Investigating',
  identified: 'Cause identified',
  watching: 'Fix applied, monitoring',
  resolved: 'Resolved',
}

export const stateTones: Readonly<Record<IncidentState, Tone>> = {
  investigating: 'bad',
  identified: 'warn',
  watching: 'warn',
  resolved: 'good',
}
