/** vitest.config.ts gives a test this long. */
const testTimeoutMs = 180_000

const ofWall = String.raw`\b(?:performance|Date)\.now\(\)`
/** Of itself, vitest waits for one second; a limit with a name is a limit too; and a stall of the machine is as long as it likes. */
const hasty = [
  /\bvi\.wait(?:For|Until)\(/,
  /[{,]\s*(?:timeout|testTimeout|hookTimeout): [a-z]\w*/,
  new RegExp(String.raw`expect\(${ofWall} - `),
  new RegExp(String.raw`${ofWall} - \w+ <=? `),
]
const limits = [
  /[{,]\s*(?:timeout|testTimeout|hookTimeout): ([\d_]+)(?=[\s,}])/,
  /^\s*\}, (\d[\d_]{3,})\)$/,
  new RegExp(String.raw`${ofWall} \+ ([\d_]+)(?![\d_]| \*)`),
  new RegExp(String.raw`${ofWall} - \w+ >=? ([\d_]+)`),
]
/** A test that goes to a fixed day goes backwards once that day is over. */
const toFixedDay = /Date\.parse\('[^']+'\) - \w+\.now\(\)/

/**
 * The numbers of the lines on which a test waits for a state less patiently than the whole run does, or judges how long something took by
 * the clock on the wall, which a busy machine lets run on.
 */
export function shortPatience(text: string): readonly number[] {
  return linesOf(text, (line) => {
    const named = limits.flatMap((pattern) => pattern.exec(line)?.[1] ?? [])
    const isShort = named.some((digits) => Number(digits.replaceAll('_', '')) < testTimeoutMs)
    return isShort || hasty.some((pattern) => pattern.test(line))
  })
}

/** The numbers of the lines on which a test moves a clock to a fixed day. */
export const fixedDays = (text: string): readonly number[] => linesOf(text, (line) => toFixedDay.test(line))

function linesOf(text: string, isFound: (line: string) => boolean): readonly number[] {
  return text.split('\n').flatMap((line, index) => (isFound(line) ? [index + 1] : []))
}
