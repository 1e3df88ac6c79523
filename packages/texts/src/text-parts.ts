/** The parts a language comes in, each with all that stand before it. */
export const textParts = ['first', 'trade', 'rest'] as const
export type TextPart = (typeof textParts)[number]

/** What the home page and the shell around it say: it comes with the first page. */
const first =
  /^(shell\.(?!unavailable|timeout|noMoreData|loadMore|mode\.(to|switched))|home\.|codes\.(401|1100[02])$|markets\.(source|tab)\.|markets\.(list\.error|rule\.class)$)/
/** What the market page says besides. `text-parts.test.ts` in the web app holds both lists against the code. */
const trade =
  /^(markets|orders|codes|shell\.unavailable|trust\.(reached|frozen))\.|^(fees\.(becomes|later|all|spreadAdded)|notifications\.bell|options\.(list\.title|tab\.\w+))$/
/** The part a text comes with. */
export const partOf = (key: string): TextPart => {
  if (first.test(key)) return 'first'
  return trade.test(key) ? 'trade' : 'rest'
}
