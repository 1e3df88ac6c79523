import type { InstallationStatus } from '@candor/contract'
import { type Market, maxQuoteAgeMs } from '@candor/rules'
import type { PriceBoard } from '../market-data/board.ts'
import { haltsSince } from '../market-data/halts.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { newestHead } from '../proofs/audit-routes.ts'
import { type IncidentsDeps, incidentsShown, openIncidents } from '../proofs/incidents.ts'
import { readProof } from '../proofs/liabilities-store.ts'
import { measureLosing } from '../proofs/measure-losing.ts'

export interface StatusParts extends IncidentsDeps {
  readonly board: PriceBoard
}

const types = [1, 2, 3, 4] as const
const shownMs = 90 * 86_400_000
const secondMs = 1_000
const iso = (ms: number | bigint) => new Date(Number(ms)).toISOString()

/** Opens the public status of this installation (trust T11, T14, T17). */
export function openStatus({ db, clock, board, console }: StatusParts): { readonly handlers: Handlers } {
  openIncidents({ db, clock, console })
  const losing = measureLosing(db, clock)
  return {
    handlers: {
      status: async (_input, { language }) => {
        const now = clock.now()
        const [head, proof, incidents, halts, share] = await Promise.all([
          newestHead(db),
          readProof(db, 'latest'),
          incidentsShown(db, now - shownMs, language),
          haltsSince(db, now - shownMs),
          losing(),
        ])
        return {
          at: iso(now),
          startedAt: iso(now - process.uptime() * secondMs),
          feeds: types.map((type) => feedOf(board, type)),
          head,
          liabilities: proof && { date: proof.document.date, at: proof.document.at },
          incidents,
          halts: halts.map(({ code, reason, halted_at: from, lifted_at: until }) => ({
            code,
            reason,
            from: iso(from),
            until: until === null ? null : iso(until),
          })),
          losing: share,
        }
      },
    },
  }
}

function feedOf(board: PriceBoard, type: (typeof types)[number]): InstallationStatus['feeds'][number] {
  const own = board.markets.filter((market) => market.type === type)
  const open = own.filter(({ code }) => board.isOpen(code))
  const quotes = own.flatMap(({ code }) => board.latest(code) ?? [])
  const isFresh = (market: Market) => {
    const quote = board.latest(market.code)
    return quote !== null && board.ageMs(quote) <= maxQuoteAgeMs(market, quote.source)
  }
  return {
    type,
    markets: own.length,
    open: open.length,
    stale: open.filter((market) => !isFresh(market)).length,
    sources: [...new Set(quotes.map(({ source }) => source))],
    newestAgeMs:
      quotes.length === 0
        ? null
        : Math.max(0, Math.round(Math.min(...quotes.map((quote) => board.ageMs(quote))))),
  }
}
