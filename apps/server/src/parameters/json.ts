/** What a parameter can be. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
