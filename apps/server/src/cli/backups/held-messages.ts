import { heldNotices } from '../../notifications/outgoing-store.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import type { DatabaseServer } from '../../platform/database/database-server.ts'
import { heldLetters } from '../../platform/email/held-letters.ts'
import { pauseEndpoints } from '../../webhooks/endpoints-store.ts'
import { withData } from '../open-data.ts'
import { say } from '../say.ts'

/**
 * Holds what waited to be sent when the backup was made, and returns a sentence about it: the installation that was backed up may have sent it
 * since, and perhaps still runs.
 */
export async function holdMessages({ app }: Pick<DatabaseServer, 'app'>): Promise<string> {
  const db = openDatabase({ ...app, max: 1 })
  try {
    const { letters, notices, webhooks } = await db.transaction(async (tx) => ({
      letters: await heldLetters.hold(tx),
      notices: await heldNotices.hold(tx),
      webhooks: await pauseEndpoints(tx),
    }))
    return `Held, so that nothing is sent twice: ${letters} letters and ${notices} notices (\`candor send-held\` sends them), and ${webhooks} webhooks (paused; an admin resumes them in the console).`
  } finally {
    await db.close()
  }
}

/** Lets the server send what a restore held. Webhooks are resumed in the console. */
export async function sendHeldCommand({ data }: { readonly data: string }): Promise<void> {
  const { letters, notices } = await withData(data, ({ db }) => release(db))
  say(`Sent by the server from now on: ${letters} letters and ${notices} notices that a restore held.`)
}

const release = (db: Database) =>
  db.transaction(async (tx) => ({
    letters: await heldLetters.release(tx),
    notices: await heldNotices.release(tx),
  }))
