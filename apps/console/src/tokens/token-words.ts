import {
  longestServiceTokenDays,
  mostServiceTokens,
  type ServiceToken,
  serviceTokenWarningDays,
} from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import type { Tone } from '@candor/ui/feedback.tsx'

export const stateWords: Readonly<Record<ServiceToken['state'], string>> = {
  approved: 'No secret yet',
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
}

/** True in the last days of a token, when its admins are warned. */
export const endsSoon = ({ state, expiresAt }: ServiceToken, now: number): boolean =>
  state === 'active' && Date.parse(expiresAt) - now <= serviceTokenWarningDays * dayMs

/** The tone of a token: one that ends soon, or whose secret is in the wrong hands, needs attention. */
export function toneOf(token: ServiceToken, now: number): Tone {
  if (token.holderLeft) return 'bad'
  if (token.state === 'active') return endsSoon(token, now) ? 'warn' : 'good'
  return token.state === 'approved' ? 'warn' : 'neutral'
}

/** Words for refused fields of the forms. */
export const issueWords: Readonly<Record<string, string>> = {
  taken: 'Another service token has this name.',
  too_many: `There are already ${mostServiceTokens} service tokens. Revoke one first.`,
  past: 'Choose a moment in the future.',
  too_late: `A token lasts ${longestServiceTokenDays} days at most.`,
  proposer: 'Only the operator who proposed the token is shown its first secret.',
}

/** Addresses and networks as an operator types them, separated by spaces, commas or lines. */
export const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** Number of hours for which the former secret stays valid, with its words. */
export const overlaps = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '1', label: '1 hour' },
  { value: '0', label: 'Not at all: it was seen by others' },
] as const
export type Overlap = (typeof overlaps)[number]['value']
