/** Creates a row of a proposal or a case as operators see it, without emphasis. */
export const plainRow = (label: string, value: string) => ({ label, value, tone: 'plain' as const })
