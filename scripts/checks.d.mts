export const checks: readonly { readonly name: string }[]
