import { parseScaled, writeScaled } from '@candor/money'

const scale = 6

/** Volume missing to a target, both USDT as decimal texts; zero when it is reached. */
export function distanceTo(volume: string, traded: string): string {
  const missing = (parseScaled(volume, scale) ?? 0n) - (parseScaled(traded, scale) ?? 0n)
  return writeScaled(missing > 0n ? missing : 0n, scale, scale)
}
