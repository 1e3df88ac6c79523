/** Releases what the running test holds back and has not released. */
const held: (() => void)[] = []

/** Calls `release` when the test ends, also where an expectation failed, so that nothing waits for what it held back. */
export function releaseAtEnd(release: () => void): void {
  held.push(release)
}

/** To be called by a fixture at the end of each test, before it closes what may wait. */
export function releaseHeld(): void {
  // The newest first: each restores what it found.
  for (const release of held.splice(0).reverse()) release()
}
