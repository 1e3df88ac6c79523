export const parts: Readonly<
  Record<
    string,
    { readonly code: readonly string[]; readonly tests: readonly string[]; readonly needsDatabase: boolean }
  >
>
