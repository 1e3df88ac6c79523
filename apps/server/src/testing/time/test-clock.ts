import { onTestFinished, vi } from 'vitest'

/**
 * Stops the time of a server in this process until the test ends, so that no wait or refill of a limit passes while a slow
 * machine works. `moveClock` still moves it.
 */
export function holdClock(): void {
  const held = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => held.mockRestore())
}
