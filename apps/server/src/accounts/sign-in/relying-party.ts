/** Relying party of a passkey: browsers release it to this name only. */
export interface RelyingParty {
  /** A host name, never an address of numbers: `localhost` where no PUBLIC_URL is set (ADR-120). */
  readonly id: string
  readonly name: string
  /** Checks whether a page at this origin may use it. */
  readonly allows: (origin: string) => boolean
}

export function relyingPartyOf(publicUrl: string | null): RelyingParty {
  const name = 'Candor'
  if (publicUrl !== null) {
    const { hostname, origin } = new URL(publicUrl)
    return { id: hostname, name, allows: (given) => given === origin }
  }
  return {
    id: 'localhost',
    name,
    allows: (given) => URL.canParse(given) && new URL(given).hostname === 'localhost',
  }
}
