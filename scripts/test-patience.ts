/** vitest.config.ts gives a test this long. */
const testTimeoutMs = 180_000

/** Of itself, vitest waits for one second. */
const waitsOneSecond = /\bvi\.wait(?:For|Until)\(/
const limits = [/[{,]\s*(?:timeout|testTimeout|hookTimeout): ([\d_]+)(?=[\s,}])/, /^\s*\}, (\d[\d_]{3,})\)$/]

/** The numbers of the lines on which a test waits for a state less patiently than the whole run does. */
export function shortPatience(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => {
    const named = limits.flatMap((pattern) => pattern.exec(line)?.[1] ?? [])
    const isShort = named.some((digits) => Number(digits.replaceAll('_', '')) < testTimeoutMs)
    return isShort || waitsOneSecond.test(line) ? [index + 1] : []
  })
}
