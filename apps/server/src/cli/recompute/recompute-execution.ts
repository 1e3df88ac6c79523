import { createHash } from 'node:crypto'
import { canonicalJson } from '../../proofs/canonical-json.ts'
import { isSigned } from '../../proofs/receipts/is-signed.ts'
import type { KeySet, Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { faultsOfFill, type ListedFill, measured } from './listed-fill.ts'
import { writeUnits } from './plain-decimals.ts'

/** A signed report as it was downloaded; everything in it is doubted. */
export interface DownloadedReport {
  readonly receipt: Receipt<StatedReport>
  /** Parts of its list of fills, in order. */
  readonly parts: readonly (readonly ListedFill[])[]
}

export interface Recomputation {
  readonly fills: number
  /** Empty where the report is what its fills give. */
  readonly findings: readonly string[]
  /** Remarks that are no fault by themselves. */
  readonly notes: readonly string[]
}

export const mostFindings = 50
const percents = { p5: 5, p25: 25, p50: 50, p75: 75, p95: 95 } as const
const waitPercents = { p50: 50, p95: 95, p99: 99, most: 100 } as const

/**
 * Computes an execution report again from its public list of fills (trust T23). It shares no computation with the server: decimals, slippage,
 * quantiles and sums are written here a second time, in straight lines, so that a mistake or a trick in one shows in the other.
 */
export function recomputeExecution({ receipt, parts }: DownloadedReport, keys: KeySet): Recomputation {
  const { document } = receipt
  const findings: string[] = []
  if (!isSigned(receipt, keys)) findings.push('the report is not signed by a known key')
  findings.push(...faultsOfParts(document, parts))
  const fills = parts.flat()
  for (const [index, fill] of fills.entries())
    findings.push(
      ...faultsOfFill(fill, document).map((fault) => `fill ${index + 1} (${fill.market}): ${fault}`),
    )
  findings.push(...differences('total', figuresOf(fills), document.total))
  const codes = [...new Set(fills.map(({ market }) => market))].sort()
  const stated = document.markets.map(({ code }) => code)
  if (codes.join() !== stated.join())
    findings.push(`its markets are ${stated.join()}, those of its fills ${codes.join()}`)
  for (const market of document.markets) {
    const own = figuresOf(fills.filter((fill) => fill.market === market.code))
    findings.push(...differences(market.code, own, market))
  }
  if (document.fills !== fills.length)
    findings.push(`it states ${document.fills} fills, its list has ${fills.length}`)
  return { fills: fills.length, findings: findings.slice(0, mostFindings), notes: onesided(fills) }
}

interface StatedReport {
  readonly date: string
  readonly days: readonly string[]
  /** Counts quotes that could fill an order: `real` leaves out those that decide for demo accounts only. */
  readonly counts: 'any' | 'real'
  readonly fills: number
  readonly parts: readonly { readonly fills: number; readonly hash: string }[]
  readonly total: unknown
  readonly markets: readonly { readonly code: string }[]
}

function faultsOfParts({ parts: stated }: StatedReport, parts: readonly (readonly ListedFill[])[]): string[] {
  const faults: string[] = []
  if (stated.length !== parts.length) faults.push(`it has ${stated.length} parts, ${parts.length} were found`)
  for (const [index, part] of parts.entries()) {
    const hash = createHash('sha256').update(canonicalJson(part)).digest('hex')
    if (stated[index]?.hash !== hash)
      faults.push(`part ${index + 1} of its fills is not the one that was signed`)
    if (stated[index]?.fills !== part.length) faults.push(`part ${index + 1} has ${part.length} fills`)
  }
  return faults
}

/** Figures of some fills, in the report's own words. */
function figuresOf(fills: readonly ListedFill[]) {
  return {
    fills: fills.length,
    calls: slippageOf(fills.filter(({ cause }) => cause === 'call')),
    levels: slippageOf(fills.filter(({ cause }) => cause === 'level')),
    forced: fills.filter(({ cause }) => cause === 'forced').length,
  }
}

function slippageOf(fills: readonly ListedFill[]) {
  const all = fills.map(measured)
  const sumOf = (side: 'customer' | 'house') => {
    const own = all.filter((one) => one.side === side)
    return {
      count: own.length,
      sum: writeUnits(
        own.reduce((sum, { slippage }) => sum + slippage, 0n),
        4,
      ),
    }
  }
  const slippages = all.map(({ slippage }) => slippage).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const waits = all.map(({ waitMs }) => waitMs).sort((a, b) => a - b)
  const none = all.length === 0
  return {
    fills: all.length,
    favourable: sumOf('customer'),
    adverse: sumOf('house'),
    unchanged: all.filter(({ side }) => side === null).length,
    slippage: none ? null : quantiles(slippages, percents, (value) => writeUnits(value, 4)),
    waitMs: none ? null : quantiles(waits, waitPercents, (value) => value),
  }
}

/** Nearest rank: the value at place ⌈percent × n ÷ 100⌉ of the ascending list. */
function quantiles<T, W>(
  ascending: readonly T[],
  names: Readonly<Record<string, number>>,
  write: (value: T) => W,
): Record<string, W> {
  const at = (percent: number) => Math.max(1, Math.ceil((percent * ascending.length) / 100)) - 1
  return Object.fromEntries(
    Object.entries(names).map(([name, percent]) => [name, write(ascending[at(percent)] as T)]),
  )
}

/** Compares recomputed figures with stated ones, figure by figure. */
function differences(name: string, own: unknown, stated: unknown): string[] {
  if (typeof own !== 'object' || own === null)
    return own === stated ? [] : [`${name}: its fills give ${String(own)}, it states ${String(stated)}`]
  const of = (stated ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(own).flatMap(([key, value]) => differences(`${name}.${key}`, value, of[key]))
}

const fewestToCompare = 50n
/** Distance from an even split, in standard deviations, from which one side is worth a remark. */
const deviations = 6n

/** Remarks that slippage went to one side far more often than chance explains. A trend may do that; so does a server that keeps gains. */
function onesided(fills: readonly ListedFill[]): string[] {
  const all = fills.filter(({ cause }) => cause === 'call').map(measured)
  const count = (side: 'customer' | 'house') => BigInt(all.filter((one) => one.side === side).length)
  const [favourable, adverse] = [count('customer'), count('house')]
  const both = favourable + adverse
  const difference = favourable - adverse
  if (both < fewestToCompare || difference * difference <= deviations * deviations * both) return []
  return [`slippage is one-sided: ${favourable} fills in the customer’s favour, ${adverse} against`]
}
