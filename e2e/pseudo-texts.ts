import { runInNewContext } from 'node:vm'
import type { Page } from '@playwright/test'

/** A compiled message as the page loads it: texts, and places for values. */
type Part = string | readonly unknown[]
type Texts = Readonly<Record<string, readonly Part[]>>

const accents: Readonly<Record<string, string>> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  c: 'ç',
  n: 'ñ',
  y: 'ý',
  A: 'ÁÁ',
  E: 'ÉÉ',
  I: 'ÍÍ',
  O: 'ÓÓ',
  U: 'ÚÚ',
}

/** Lengthens words by about 40 %, within the word, as a longer language would: Latin letters with accents, Arabic with its stretching sign. */
export const longer = (text: string): string =>
  text.replace(/[a-zA-Z]/g, (letter) => accents[letter] ?? letter).replace(/[\u0628-\u064a]{2}/g, '$&ــ')

/** Lengthens the texts of a compiled message; names of places, formats and choices stay. */
function longerMessage(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => {
    if (typeof part === 'string') return longer(part)
    const [name, format, options] = part as readonly [string, string?, object?]
    if (typeof options !== 'object' || options === null) return part
    const branches = Object.entries(options).map(([key, branch]) => [
      key,
      Array.isArray(branch) ? longerMessage(branch) : branch,
    ])
    return [name, format, Object.fromEntries(branches)]
  })
}

/** Rewrites a script that holds texts; any other stays as it is. */
export function pseudoScript(script: string): string {
  return script.replace(
    /JSON\.parse\((`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\)/g,
    (call, literal: string) => {
      const texts: Texts = JSON.parse(String(runInNewContext(literal)))
      const isTexts = Object.keys(texts).some((key) => /^(shell|orders|accounts)\./.test(key))
      if (!isTexts) return call
      const pseudo = Object.entries(texts).map(([key, parts]) => [key, longerMessage(parts)])
      return `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(pseudo)))})`
    },
  )
}

/** Makes the texts of every language longer in this browser. The product itself has no pseudo-language. */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: pseudoScript(await response.text()) })
  })
}
