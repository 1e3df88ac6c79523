import type { ServerContext } from '../module.ts'
import type { Tx } from '../platform/database/database.ts'
import { type CheckedName, findMatches, type Match } from './find-matches.ts'
import { addNameCase, holdCase, matchesOf, type NameCaseRow, nameCasesOf } from './name-cases-store.ts'
import type { ScreeningPorts } from './screening-ports.ts'
import type { Occasion } from './screening-tables.ts'

/** So long withdrawals wait at most for a decision about a name (ADR-196, trust T13). */
export const nameHoldMs = 10 * 24 * 3_600_000
/** Maximum of matches in a case: a reviewer reads no more. The likeliest come first. */
const mostMatches = 20

export interface NamesCheck {
  readonly userId: string
  readonly occasion: Occasion
  readonly names: readonly CheckedName[]
}

/**
 * Compares names with the lists and opens a case for matches that were not cleared before. Returns until when a withdrawal
 * waits for the decision, which may be in the past; null: there is nothing to decide.
 */
export async function checkNames(
  context: ServerContext & ScreeningPorts,
  tx: Tx,
  check: NamesCheck,
): Promise<Date | null> {
  const matches: Match[] = []
  for (const name of check.names) matches.push(...(await findMatches(tx, name)))
  if (matches.length === 0) return null
  const { cleared, open } = await earlierCases(context, tx, check.userId)
  const raised = matches.filter((match) => !cleared.has(pairOf(match)))
  const known = open.filter(({ pairs }) => raised.some((match) => pairs.has(pairOf(match))))
  const fresh = raised.filter((match) => !known.some(({ pairs }) => pairs.has(pairOf(match))))
  const until = check.occasion === 'withdrawal' ? new Date(context.clock.now() + nameHoldMs) : null
  if (fresh.length > 0)
    await addNameCase(context, tx, { ...check, matches: fresh.slice(0, mostMatches), holdUntil: until })
  if (until === null) return null
  for (const { row } of known) if (row.hold_until === null) await holdCase(tx, row.id, until)
  const holds = [...(fresh.length > 0 ? [until] : []), ...known.map(({ row }) => row.hold_until ?? until)]
  return holds.reduce<Date | null>((latest, one) => (latest === null || one > latest ? one : latest), null)
}

/** The customer's name and birth date with the current entry: any change makes another pair. */
const pairOf = ({ checked: { name, birthdate }, source, entry, hash }: Match): string =>
  JSON.stringify([name, birthdate, source, entry, hash])

async function earlierCases(context: ServerContext & ScreeningPorts, tx: Tx, userId: string) {
  const cleared = new Set<string>()
  const open: { readonly row: NameCaseRow; readonly pairs: ReadonlySet<string> }[] = []
  for (const row of await nameCasesOf(tx, userId)) {
    const pairs = ((await matchesOf(context, tx, row)) ?? []).map(pairOf)
    if (row.status === 'cleared') for (const pair of pairs) cleared.add(pair)
    if (row.status === 'open') open.push({ row, pairs: new Set(pairs) })
  }
  return { cleared, open }
}
