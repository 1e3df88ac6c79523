import { mostCounted } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import type { Registry } from 'prom-client'
import { defineModule } from '../../module.ts'
import { readGauge } from '../http/observability/read-gauge.ts'
import type { Letters } from './letters.ts'

const sendEveryMs = 5_000

/** Letters about decisions: their sending, which modules trigger after a commit, and their deletion. */
export const lettersModule = defineModule({
  name: 'letters',
  customerTables: {
    // The last letter, about the erasure itself, is stored after it and deleted once it was sent.
    outbox_letters: { exported: { instead: 'their reader has them' }, erased: 'rows' },
  },
  open: (_context, { letters }: { readonly letters: Letters }) => ({
    backOffice: { alerts: [{ page: null, roles: ['admin'], alerts: () => mailAlerts(letters) }] },
    measure: (registry) => measureLetters(registry, letters),
    eraseCustomer: (tx, userId) => letters.forget(tx, userId),
    jobs: [
      {
        name: 'send-letters',
        noCases: 'each letter is put off before it is tried',
        everyMs: sendEveryMs,
        run: () => letters.send(),
      },
      { name: 'forget-letters', noCases: 'one statement', everyMs: hourMs, run: () => letters.forgetOld() },
    ],
  }),
})

const measureLetters = (registry: Registry, letters: Letters): void =>
  readGauge(registry, {
    name: 'candor_letters_not_accepted',
    help: 'Letters to customers that the mail server did not accept, at most 100',
    read: async () => [{ value: (await letters.unaccepted(mostCounted)).count }],
  })

async function mailAlerts(letters: Letters) {
  return [...(await notAcceptedAlert(letters)), ...(await heldAlert(letters))]
}

async function heldAlert(letters: Letters) {
  const count = await letters.held()
  if (count === 0) return []
  const text = `Letters that a restore held: ${count}. The command candor send-held sends them.`
  return [{ tone: 'warn' as const, text, sinceMs: null }]
}

async function notAcceptedAlert(letters: Letters) {
  const { count, sinceMs } = await letters.unaccepted(mostCounted)
  if (count === 0) return []
  const many = count === mostCounted ? `${count} or more letters` : `${count} letters`
  const subject = count === 1 ? 'A letter to a customer was' : `${many} to customers were`
  const text = `${subject} not accepted by the mail server. Sending is retried.`
  return [{ tone: 'warn' as const, text, sinceMs }]
}
