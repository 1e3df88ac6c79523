/** Each names itself after those it imitates, so the first that is found is the one. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[^ ]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const longest = 60

/**
 * Describes a user agent as people know their device: “Firefox 131 · Windows”. A client that is not a browser is described by
 * its first product name.
 */
export function deviceName(userAgent: string): string {
  const browser = browsers.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent)
    return found === null ? [] : [`${name} ${found[1]}`]
  })[0]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const names = [browser, system].filter((name) => name !== undefined)
  if (names.length > 0) return names.join(' · ')
  const [product = ''] = userAgent.trim().split(/[\s;(]/)
  return product.replace('/', ' ').slice(0, longest) || '—'
}
