import type {
  IncidentInHand,
  IncidentWords,
  InstallationStatus,
  incidentsOps,
  Language,
} from '@candor/contract'
import type { OpsHandlersOf } from '../../back-office/operators/ops-handlers.ts'
import type { ServerContext } from '../../module.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isoOf } from '../../platform/iso-time.ts'
import { newId } from '../../platform/new-id.ts'
import { addIncident, addUpdate, type Incident, lockIncident, newestIncidents } from './incidents-store.ts'

const newest = 100
const shownAtMost = 50

/**
 * Calls by which one operator publishes an incident, without a second person: waiting for one would inform customers too late
 * (ADR-142).
 */
export function incidentHandlers({ db, clock, console }: ServerContext): OpsHandlersOf<typeof incidentsOps> {
  return {
    opsIncidents: () => incidentsInHand(db),
    opsOpenIncident: async ({ title, text, state }, operator) => {
      const [id, at] = [newId(), clock.now()]
      await db.transaction(async (tx) => {
        await addIncident(tx, id, title, at)
        await addUpdate(tx, { incidentId: id, state, text, by: operator.id, at })
        const after = { state, title: written(title), text: written(text) }
        const subject = `incident:${id}`
        await console.audit.write(tx, { actor: operator.id, action: 'status.incident.open', subject, after })
      })
      return { id }
    },
    opsUpdateIncident: async ({ id, text, state }, operator) => {
      await db.transaction(async (tx) => {
        const incident = await lockIncident(tx, id)
        if (incident === null) throw new Refusal('notFound')
        if (incident.resolved_at !== null) throw new Refusal('changedMeanwhile')
        await addUpdate(tx, { incidentId: id, state, text, by: operator.id, at: clock.now() })
        const after = { state, text: written(text) }
        const subject = `incident:${id}`
        await console.audit.write(tx, {
          actor: operator.id,
          action: 'status.incident.update',
          subject,
          after,
        })
      })
      return true as const
    },
  }
}

/** By language, for the log. */
const written = (words: IncidentWords): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([language, text]) => (text === undefined ? [] : [[language, text]])),
  )

async function incidentsInHand({ query }: Database): Promise<IncidentInHand[]> {
  const incidents = await newestIncidents(query, { limit: newest })
  const people = await query.selectFrom('operators_names').select(['id', 'email']).execute()
  const nameOf = (id: string) => people.find((one) => one.id === id)?.email ?? id
  return incidents.map(({ id, title, opened_at, resolved_at, updates }) => ({
    id,
    title,
    openedAt: isoOf(opened_at),
    resolvedAt: resolved_at === null ? null : isoOf(resolved_at),
    updates: updates.map(({ at, state, text, written_by }) => ({
      at: isoOf(at),
      state,
      text,
      by: nameOf(written_by),
    })),
  }))
}

/** Returns the public incidents, in the reader's language where they were written in it. */
export async function incidentsShown(
  db: Database,
  sinceMs: number,
  language: Language,
): Promise<InstallationStatus['incidents']> {
  const incidents = await newestIncidents(db.query, { sinceMs, limit: shownAtMost })
  return incidents.map((incident) => onWire(incident, language))
}

const onWire = ({ id, title, opened_at, resolved_at, updates }: Incident, language: Language) => ({
  id,
  title: textIn(title, language),
  from: isoOf(opened_at),
  until: resolved_at === null ? null : isoOf(resolved_at),
  updates: updates.map(({ at, state, text }) => ({ at: isoOf(at), state, ...textIn(text, language) })),
})

function textIn(words: IncidentWords, language: Language): { text: string; language: Language } {
  const text = words[language]
  return text === undefined ? { text: words.en, language: 'en' } : { text, language }
}
