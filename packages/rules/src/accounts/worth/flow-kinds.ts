/**
 * Kinds of ledger entries that put money into an account or take it out; every other entry is a result, or moves money between parts of
 * the account. What is spent on an artwork is taken out; the fee of a withdrawal is a cost.
 */
export const flowKinds = [
  'deposit',
  'deposit-reversal',
  'withdrawal',
  'nft-sale',
  'nft-fee',
  'demo-grant',
  'demo-reset',
] as const
