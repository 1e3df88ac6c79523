/** What is asked before the first real leveraged trade, each with three answers. Source: trust T17, decision 0072. */
export const understandingAnswers = {
  leverage: 'b',
  stopOut: 'c',
  gap: 'a',
} as const

export type UnderstandingQuestion = keyof typeof understandingAnswers
export const understandingQuestions = Object.keys(understandingAnswers) as readonly UnderstandingQuestion[]

/** The questions not answered rightly; none means passed. */
export function wrongAnswers(given: Readonly<Record<string, string | undefined>>): UnderstandingQuestion[] {
  return understandingQuestions.filter((question) => given[question] !== understandingAnswers[question])
}
