import { type AccountMode, worthCalls } from '@candor/contract'
import { Amount, writePrice, writeUsdt } from '@candor/money'
import { hourMs, secondMs } from '@candor/rules/time-units.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import { isoOf } from '../../platform/iso-time.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import { showPerformance } from './performance.ts'
import { type ReadWorth, readWorth, type WorthContext } from './read-worth.ts'
import { worthRecorder } from './record-worth.ts'
import { worthHistory } from './worth-history.ts'
import type { WorthPorts } from './worth-ports.ts'
import { eraseWorth, thinWorth } from './worth-store.ts'

/** Worth of accounts: now, over time, and what became of the money in them. */
export const worthModule = defineModule({
  name: 'worth',
  calls: worthCalls,
  export: [
    { call: 'accountWorth', folder: 'accounts' },
    { call: 'worthHistory', folder: 'accounts', input: { range: 'all' } },
    { call: 'performance', folder: 'accounts' },
  ],
  customerTables: {
    accounts_flows: { exported: ['worthHistory'], erased: 'rows' },
    accounts_worth: { exported: ['worthHistory'], erased: 'rows' },
  },
  open: (server: ServerContext, ports: WorthPorts) => {
    const context = { ...server, ...ports }
    return {
      handlers: {
        accountWorth: async (_input, { userId, mode }) =>
          toWorthResponse(await readWorth(context, { userId, mode }), mode),
        worthHistory: ({ range }, { userId, mode }) => worthHistory(context, range, { userId, mode }),
        performance: (input, caller) => showPerformance(context, input, caller),
      },
      jobs: worthJobs(context),
      eraseCustomer: (tx, userId) => eraseWorth(tx, userId),
    }
  },
})

function toWorthResponse({ at, parts, worthMinor, stale }: ReadWorth, mode: AccountMode) {
  return {
    ...{ mode, stale },
    at: isoOf(at),
    worth: writeUsdt(worthMinor),
    parts: parts.map(({ kind, asset, minor, rate, worthMinor: worth }) => ({
      ...{ kind, asset },
      amount: new Amount(asset, minor).toString(),
      rate: rate && writePrice(rate.mid),
      rateAt: rate && isoOf(rate.at),
      worth: worth === null ? null : writeUsdt(worth),
    })),
    unpriced: [...new Set(parts.filter(({ worthMinor: worth }) => worth === null).map(({ asset }) => asset))],
  }
}

function worthJobs(context: WorthContext): readonly Job[] {
  return [
    { name: 'record-worth', everyMs: secondMs, run: worthRecorder(context) },
    {
      name: 'thin-worth',
      noCases: 'one statement',
      everyMs: hourMs,
      run: () => thinWorth(context.db, Math.floor(context.clock.now() / hourMs)),
    },
  ]
}
