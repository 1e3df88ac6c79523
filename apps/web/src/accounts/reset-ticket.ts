/** What the first step of a recovery gave; kept in memory only, so that it stands in no address and no storage. */
let ticket: string | null = null

export const keepResetToken = (token: string | null): void => {
  ticket = token
}
export const resetToken = (): string | null => ticket
