/** Value of a parameter. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
