/** Questions before the first real leveraged trade with their correct answers, three choices each. Source: trust T17, ADR-072. */
export const correctChoices = {
  leverage: 'b',
  stopOut: 'c',
  gap: 'a',
} as const

export type UnderstandingQuestion = keyof typeof correctChoices
export const understandingQuestions = Object.keys(correctChoices) as readonly UnderstandingQuestion[]

/** Lists the questions answered wrongly; none means passed. */
export function wrongChoices(given: Readonly<Record<string, string | undefined>>): UnderstandingQuestion[] {
  return understandingQuestions.filter((question) => given[question] !== correctChoices[question])
}
