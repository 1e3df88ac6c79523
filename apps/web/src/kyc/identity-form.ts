import type { Identification } from '@candor/contract'
import {
  type IdentityForm,
  type IdentityItem,
  identityFiles,
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
  { name: 'document', items: ['documentType', 'photoFront', 'photoBack', 'photoHolding'] },
  { name: 'around', items: ['companyAddress', 'guarantorName', 'guarantorId'] },
  { name: 'signature', items: ['signature'] },
]
const review: Step = { name: 'review', items: [] }

/** The steps of a check: all of them, or after a refusal only the refused items (and the pictures of another document). */
export function stepsOf({ status, failed }: Pick<Identification, 'status' | 'failed'>): readonly Step[] {
  if (status !== 'rejected') return [...wholeWay, review]
  const refused = new Set<IdentityItem>(failed.map(({ item }) => item))
  if (refused.has('documentType')) for (const item of identityFiles.slice(0, 3)) refused.add(item)
  return [{ name: 'fix', items: identityItems.filter((item) => refused.has(item)) }, review]
}

export type Problem = 'required' | 'invalid' | 'under_age' | 'same'
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
