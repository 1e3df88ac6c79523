import type { Language } from '@candor/contract'
import { Refusal } from '../../platform/http/refusal.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'

export interface Settings {
  readonly language: Language
  readonly preferences: Record<string, string>
}

export interface SettingsRequest {
  readonly country?: string | undefined
  readonly language?: Language | undefined
  readonly preferences?: Record<string, string> | undefined
}

const manyPreferences = 100

export async function readSettings(context: OpenedAccounts, userId: string): Promise<Settings> {
  const user = await context.users.byId(userId)
  return { language: user.language as Language, preferences: user.preferences }
}

/** Changes what is named; the rest stays. Refuses `invalidInput`: too many preferences, another country than the one that is known (`given`). */
export async function saveSettings(
  context: OpenedAccounts,
  request: SettingsRequest,
  userId: string,
): Promise<Settings> {
  const saved = await context.db.transaction(async (tx) => {
    const user = await context.users.lock(tx, userId)
    const language = request.language ?? (user.language as Language)
    const preferences = { ...user.preferences, ...request.preferences }
    if (Object.keys(preferences).length > manyPreferences) {
      throw new Refusal('invalidInput', { issues: [{ path: 'preferences', code: 'too_big' }] })
    }
    if (request.country !== undefined && (user.country ?? request.country) !== request.country)
      throw new Refusal('invalidInput', { issues: [{ path: 'country', code: 'given' }] })
    if (request.country !== undefined) await context.users.setCountry(tx, userId, request.country)
    await context.users.setSettings(tx, userId, language, preferences)
    return { language, preferences }
  })
  if (request.country !== undefined) context.sessions.forgetCustomer(userId)
  return saved
}
