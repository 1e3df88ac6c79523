import type { OpsResult } from './call-ops.ts'

/** Purpose of the visit to the provider. */
export type SsoPurpose = 'sign-in' | 'link'

interface StoredVisit {
  readonly key: string
  readonly purpose: SsoPurpose
}

const place = 'console-sso'

/** Redirects to the provider; the response is accepted only in this browser, with the key stored here. */
export function leaveForProvider({ url, key }: OpsResult<'opsSsoStart'>, purpose: SsoPurpose): void {
  sessionStorage.setItem(place, JSON.stringify({ key, purpose } satisfies StoredVisit))
  location.assign(url)
}

/** State stored when this browser left for the provider; null where it did not. */
export function storedVisit(): StoredVisit | null {
  const text = sessionStorage.getItem(place)
  return text === null ? null : (JSON.parse(text) as StoredVisit)
}

/** A response is accepted once. */
export const forgetReturn = (): void => sessionStorage.removeItem(place)

/** The provider's parameters in the return address, as the server passed them on. */
export interface CameBack {
  readonly code: string | null
  readonly state: string | null
  readonly iss: string | null
  /** Reason why the provider gave no code. */
  readonly error: string | null
}

/** Reads the address itself, because the router decodes a part of it. */
export function returnParameters(): CameBack {
  const came = new URLSearchParams(location.hash.slice('#/sso/'.length))
  return { code: came.get('code'), state: came.get('state'), iss: came.get('iss'), error: came.get('error') }
}

let notice: string | null = null

/** Leaves a message for the sign-in page, which shows it once. */
export function leaveNotice(text: string): void {
  notice = text
}

export function takeNotice(): string | null {
  const left = notice
  notice = null
  return left
}
