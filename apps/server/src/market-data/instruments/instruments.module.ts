import { instrumentsCalls, instrumentsOps } from '@candor/contract'
import { hoursIssues } from '@candor/rules'
import { secondMs } from '@candor/rules/time-units.ts'
import { type BackOfficeOf, defineModule, type ServerContext } from '../../module.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Job } from '../../platform/jobs/timetable.ts'
import { MarketInstruments } from './follow-instruments.ts'
import { hoursKind } from './hours/propose-hours.ts'
import { showHours } from './hours/show-hours.ts'
import type { InstrumentsContext, InstrumentsPorts } from './instruments-context.ts'
import { instrumentKind } from './propose-instrument.ts'
import { offerKind } from './propose-offer.ts'
import { previewHours, publishedInstruments, showInstruments } from './show-instruments.ts'

/** Markets that operators add, which markets are offered for new positions, and hours of all: decided by two people, on every process's board within a second. */
export const instrumentsModule = defineModule({
  name: 'instruments',
  calls: instrumentsCalls,
  opsCalls: instrumentsOps,
  open: async (context: ServerContext, ports: InstrumentsPorts) => {
    const instruments: InstrumentsContext = { ...context, ...ports }
    const follower = new MarketInstruments(context, ports.board)
    await follower.refresh()
    const follow: Job = {
      name: 'follow-instruments',
      noCases: 'reads what all processes follow',
      everyMs: secondMs,
      run: () => follower.refresh(),
    }
    return {
      handlers: { listInstruments: () => publishedInstruments(instruments) },
      backOffice: instrumentsBackOffice(instruments),
      followers: [follow],
    }
  },
})

function instrumentsBackOffice(context: InstrumentsContext): BackOfficeOf<typeof instrumentsOps> {
  const [added, offers, hours] = [instrumentKind(context), offerKind(context), hoursKind(context)]
  const momentOf = (from: string | null) => (from === null ? null : Date.parse(from))
  return {
    proposals: [added.kind, offers.kind, hours.kind],
    handlers: {
      opsInstruments: () => showInstruments(context),
      opsHours: () => showHours(context),
      opsProposeHours: async ({ reason, ...change }, operator) => ({
        id: await hours.propose(change, reason, operator),
      }),
      opsPreviewHours: async ({ hours }) => {
        const issues = hoursIssues(hours).map(({ path, code }) => ({ path: `hours.${path}`, code }))
        if (issues.length > 0) throw new Refusal('invalidInput', { issues })
        return previewHours(hours, context.clock.now())
      },
      opsProposeInstrument: async ({ instrument, from, reason }, operator) => ({
        id: await added.propose({ instrument, from: momentOf(from) }, reason, operator),
      }),
      opsProposeOffer: async ({ code, offered, from, reason }, operator) => ({
        id: await offers.propose({ code, offered, from: momentOf(from) }, reason, operator),
      }),
    },
  }
}
