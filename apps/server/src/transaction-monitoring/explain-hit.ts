import type { HitExplanation } from '@candor/contract'
import { writeMinor, writeUsdt } from '@candor/money'
import type { KnownTransaction, MonitoredEvent, RuleHit } from '@candor/rules'
import { isoOf, isoOrNull } from '../platform/iso-time.ts'

const mostStored = 50

/** Writes the figures of a hit as they are stored and read, with the newest of the counted transactions. */
export function explainHit(
  { stage, at }: MonitoredEvent,
  hit: RuleHit,
  mostListed = mostStored,
): HitExplanation {
  return {
    ...{ stage, at: isoOf(at), from: isoOrNull(hit.fromMs), count: hit.count },
    value: usdtOrNull(hit.valueMinor),
    sum: usdtOrNull(hit.sumMinor),
    paidIn: usdtOrNull(hit.paidInMinor),
    paidOut: usdtOrNull(hit.paidOutMinor),
    traded: usdtOrNull(hit.tradedMinor),
    destinationAddedAt: isoOrNull(hit.destinationAddedAt),
    counted: hit.counted.slice(-mostListed).map(toCounted),
    more: Math.max(0, hit.counted.length - mostListed),
  }
}

const usdtOrNull = (minor: bigint | null): string | null => (minor === null ? null : writeUsdt(minor))

const toCounted = ({ transaction: { kind, id, asset, at }, minor, valueMinor }: KnownTransaction) => ({
  ...{ kind, id, asset, at: isoOf(at) },
  ...{ amount: writeMinor(minor, asset), value: usdtOrNull(valueMinor) },
})
