/** The parts in which a language is loaded; each follows all those before it. */
export const textParts = ['first', 'trade', 'rest'] as const
export type TextPart = (typeof textParts)[number]

/** Texts of the home page and the shell around it, loaded with the first page. */
const first =
  /^(shell\.(?!unavailable|notFound|timeout|noMoreData|loadMore|mode\.(to|switched|demoNote))|home\.(?!promotion\.|own\.)|codes\.(401|1100[02])$|markets\.(source|tab)\.|markets\.(list\.error|rule\.class|price\.(waiting|away|halted|closedNoTime))$)/
/** Further texts of the market page. `text-parts.test.ts` in the web app compares both lists with the code. */
const trade =
  /^(markets|orders|codes|shell\.unavailable|trust\.(reached|frozen))\.|^(fees\.(becomes|later|all|spreadAdded)|notifications\.bell|options\.(list\.title|tab\.\w+|direction\.(up|down))|shell\.(noMoreData|loadMore))$/
/** Finds the part in which a text is loaded. */
export const partOf = (key: string): TextPart => {
  if (first.test(key)) return 'first'
  return trade.test(key) ? 'trade' : 'rest'
}
