/** Content of a document. Amounts are texts, so a number is only ever a count or a time. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMembers

/** Named values of a document. A member that is undefined is left out of it. */
export type JsonMembers = { readonly [key: string]: Json | undefined }
