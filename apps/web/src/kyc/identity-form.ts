import type { Identification } from '@candor/contract'
import {
  type IdentityForm,
  type IdentityItem,
  identityIssues,
  identityItems,
  isRequired,
} from '@candor/rules'

export type StepName = 'person' | 'document' | 'around' | 'signature' | 'fix' | 'review'

export interface Step {
  readonly name: StepName
  readonly items: readonly IdentityItem[]
}

const wholeWay: readonly Step[] = [
  { name: 'person', items: ['firstName', 'lastName', 'sex', 'birthdate', 'country', 'address', 'phone'] },
  {
    name: 'document',
    items: ['documentType', 'documentNumber', 'documentExpiry', 'photoFront', 'photoBack', 'photoHolding'],
  },
  { name: 'around', items: ['companyAddress', 'guarantorName', 'guarantorId'] },
  { name: 'signature', items: ['signature'] },
]
const review: Step = { name: 'review', items: [] }

const ofDocument = ['documentNumber', 'documentExpiry', 'photoFront', 'photoBack', 'photoHolding'] as const

/**
 * The steps of a check: all of them, or after a refusal only the refused items (with all of another document), and `wrong` ones that
 * would keep the form from being sent again.
 */
export function stepsOf(
  { status, failed }: Pick<Identification, 'status' | 'failed'>,
  wrong: readonly IdentityItem[] = [],
): readonly Step[] {
  if (status !== 'rejected') return [...wholeWay, review]
  const refused = new Set<IdentityItem>([...failed.map(({ item }) => item), ...wrong])
  if (refused.has('documentType')) for (const item of ofDocument) refused.add(item)
  return [{ name: 'fix', items: identityItems.filter((item) => refused.has(item)) }, review]
}

/** Problems of an item, each with its text. */
export const problemCodes = ['required', 'invalid', 'under_age', 'expired', 'taken', 'same'] as const
export type Problem = (typeof problemCodes)[number]
export type Problems = Readonly<Partial<Record<IdentityItem, Problem>>>

/** Finds the problems of the items of a step. Only the server checks that a refused item has changed. */
export function problemsOf(items: readonly IdentityItem[], form: IdentityForm, today: string): Problems {
  const issues = identityIssues(form, today).filter(({ path }) => items.includes(path))
  return Object.fromEntries(issues.map(({ path, code }) => [path, code]))
}

/** The first unfinished step; after a refusal the first one, and the last when everything is complete. */
export function firstOpenStep(steps: readonly Step[], form: IdentityForm, today: string): number {
  // Refused items are all filled in, but still have to be reviewed by the customer.
  if (steps[0]?.name === 'fix') return 0
  const open = steps.findIndex(({ items }) => Object.keys(problemsOf(items, form, today)).length > 0)
  return open < 0 ? steps.length - 1 : open
}

/** The fields to send: an empty field is null. */
export function toSend(form: IdentityForm, items: readonly IdentityItem[]): Partial<IdentityForm> {
  return Object.fromEntries(
    items.map((item) => {
      const text = form[item]?.trim() ?? ''
      return [item, text === '' || !isRequired(item, form) ? null : text]
    }),
  )
}

export const formOf = (shown: Identification): IdentityForm =>
  Object.fromEntries(identityItems.map((item) => [item, shown[item]])) as IdentityForm

/** Whole hours until the promised decision; negative once it is late. */
export const hoursUntil = (deadlineAt: string, nowMs: number): number =>
  Math.floor((Date.parse(deadlineAt) - nowMs) / 3_600_000)
