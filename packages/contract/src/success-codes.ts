/**
 * Codes of a response that is no refusal (specification §8); those of refusals are in packages/refusals. The texts are in packages/texts,
 * `codes.<code>`, in ten languages.
 */
export const successCodes = [200, 20001, 20002, 20003, 20004, 20005] as const
export type SuccessCode = (typeof successCodes)[number]
