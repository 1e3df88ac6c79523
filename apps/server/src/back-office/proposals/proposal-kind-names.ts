/**
 * Every kind of proposal, each with what it decides, as an operator names it. The one list of them: a kind that is not in it does not
 * compile, and the check of the guide's table and of the journeys reads it.
 */
export const proposalKindNames = {
  'accounts.adjust': 'correcting a customer’s balance',
  'accounts.freeze': 'freezing a customer’s account',
  'accounts.resetAccess': 'resetting a customer’s two-factor authentication or email address',
  'countries.change': 'opening or closing a country',
  'funding.address': 'changing a payment address',
  'funding.closeClaim': 'closing a claim from a reversed deposit',
  'funding.reverseDeposit': 'reversing a credited deposit',
  'loans.offer': 'changing the loan offer',
  'markets.action': 'a split or dividend',
  'markets.cancel': 'cancelling a split or dividend',
  'markets.hours': 'closed days and weekly sessions of markets',
  'markets.instrument': 'adding a market, or changing its names and tickers',
  'markets.offer': 'offering a market for closing only, or again',
  'monitoring.rule': 'adding or changing a monitoring rule',
  'nft.transfer': 'transferring proceeds to the charity',
  'operators.add': 'inviting an operator',
  'operators.enable': 'enabling an operator again',
  'operators.reset': 'resetting an operator’s access',
  'operators.role': 'changing an operator’s role',
  'operators.service-token': 'giving another system a service token',
  'parameters.change': 'changing a parameter that takes two people',
  'risk.exposureLimit': 'limiting the exposure of a market',
  'savings.terms': 'offering savings and changing their rate',
  'smart.product': 'adding or changing a smart product',
  'tariffs.fee': 'changing a fee',
  'tariffs.list': 'changing a list of tariffs',
  'tariffs.markets': 'changing the terms of markets',
  'tariffs.withdraw': 'withdrawing an announced change',
  'treasury.move': 'moving the operator’s own money',
  'trust.holding': 'stating where customers’ money is held',
} as const

export type ProposalKindName = keyof typeof proposalKindNames
