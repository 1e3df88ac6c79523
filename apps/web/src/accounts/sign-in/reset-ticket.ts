/** Token from the first step of a recovery; held in memory only, never in an address or in storage. */
let ticket: string | null = null

export const keepResetToken = (token: string | null): void => {
  ticket = token
}
export const resetToken = (): string | null => ticket
