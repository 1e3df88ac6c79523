/** Content of a document. Amounts are texts, so a number is only ever a count or a time. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
