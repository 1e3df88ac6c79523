import type { Bus } from '../bus/bus.ts'
import type { AccountEvents } from './account-events.ts'

/** Publishes account events to a customer's open tabs, in every process that holds their sockets. */
export async function shareEvents(
  bus: Bus,
  here: AccountEvents | null,
  onSessionEnded: (sessionId: string) => void,
): Promise<AccountEvents> {
  await bus.on('sessionEnded', ({ sessionId }) => {
    onSessionEnded(sessionId)
    here?.endSession(sessionId)
  })
  if (here !== null)
    await bus.on('account', ({ userId, mode, type, data }) => here.publish(userId, mode, type, data))
  return {
    publish: (userId, mode, type, data) => {
      here?.publish(userId, mode, type, data)
      bus.publish('account', { userId, mode, type, data })
    },
    endSession: (sessionId) => {
      here?.endSession(sessionId)
      bus.publish('sessionEnded', { sessionId })
    },
  }
}
