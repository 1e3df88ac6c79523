import type { OpsResult } from './call-ops.ts'

/** What somebody went to the provider for. */
export type SsoPurpose = 'sign-in' | 'link'

interface Kept {
  readonly key: string
  readonly purpose: SsoPurpose
}

const place = 'console-sso'

/** Goes to the provider; what comes back counts in this browser alone, with the key that is kept here. */
export function leaveForProvider({ url, key }: OpsResult<'opsSsoStart'>, purpose: SsoPurpose): void {
  sessionStorage.setItem(place, JSON.stringify({ key, purpose } satisfies Kept))
  location.assign(url)
}

/** What was kept when this browser left; null where it did not. */
export function keptForReturn(): Kept | null {
  const text = sessionStorage.getItem(place)
  return text === null ? null : (JSON.parse(text) as Kept)
}

/** An answer counts once. */
export const forgetReturn = (): void => sessionStorage.removeItem(place)

/** What the provider sent people back with, as the server handed it on. */
export interface CameBack {
  readonly code: string | null
  readonly state: string | null
  readonly iss: string | null
  /** Why the provider gave none. */
  readonly error: string | null
}

/** Read from the address itself: the router decodes a part of what stands there. */
export function answerInAddress(): CameBack {
  const came = new URLSearchParams(location.hash.slice('#/sso/'.length))
  return { code: came.get('code'), state: came.get('state'), iss: came.get('iss'), error: came.get('error') }
}

let notice: string | null = null

/** Says on the sign-in page, once, why somebody is back there. */
export function leaveNotice(text: string): void {
  notice = text
}

export function takeNotice(): string | null {
  const left = notice
  notice = null
  return left
}
