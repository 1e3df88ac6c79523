import type { LoanOfferTerms as ShownOffer, ShownSection } from '@candor/contract'
import { plainRow } from '@candor/contract'
import { loanOffer } from '@candor/contract/loans/loans-ops.ts'
import { parseRate, type Rate, usdt, writeRate } from '@candor/money'
import { decideOffer, type LoanOfferTerms } from '@candor/rules'
import type { Parameters } from '../../back-office/parameters/parameters.ts'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { Reader } from '../../platform/database/database.ts'
import { readUsdt } from '../../platform/http/read-usdt.ts'
import { invalidField, orRefuse } from '../../platform/http/refusal.ts'
import type { Json } from '../../platform/json.ts'
import { costOf, termsFor } from './loan-offer.ts'
import { lockOffer, offerKeys, offerParts, partText } from './offer-store.ts'

/** Reads the present offer within a transaction. */
export async function offerNow(parameters: Pick<Parameters, 'valueIn'>, reader: Reader): Promise<ShownOffer> {
  const values = await Promise.all(
    offerParts.map(async (part) => [part, await parameters.valueIn(reader, offerKeys[part])] as const),
  )
  return inOrder(loanOffer.parse(Object.fromEntries(values)))
}

const inOrder = (offer: ShownOffer): ShownOffer => ({
  ...offer,
  terms: [...offer.terms].sort((one, other) => one - other),
})

/** In exact figures; refuses with `invalidInput` what has more decimals than it can have. */
function readOffer(given: ShownOffer): LoanOfferTerms {
  return {
    terms: given.terms,
    freeDays: given.freeDays,
    leastMinor: readUsdt('minimum', given.minimum),
    tier1MostMinor: readUsdt('tier1Most', given.tier1Most),
    tier2MostMinor: readUsdt('tier2Most', given.tier2Most),
    dailyRate: rateOf('dailyRate', given.dailyRate),
    overdueRate: rateOf('overdueRate', given.overdueRate),
  }
}

function rateOf(path: string, text: string): Rate {
  const rate = parseRate(text)
  if (rate === null) throw invalidField(path, 'too-fine')
  return rate
}

const changedParts = (was: ShownOffer, is: ShownOffer) =>
  offerParts.filter((part) => partText(was[part]) !== partText(is[part]))

/** Refuses with `invalidInput` what cannot be lent, and what changes nothing. */
export async function judgeOffer(
  parameters: Pick<Parameters, 'valueIn'>,
  reader: Reader,
  given: ShownOffer,
): Promise<{ readonly was: ShownOffer; readonly is: ShownOffer }> {
  orRefuse(decideOffer(readOffer(given)))
  const [was, is] = [await offerNow(parameters, reader), inOrder(given)]
  if (changedParts(was, is).length === 0) throw invalidField('terms', 'unchanged')
  return { was, is }
}

const words: Readonly<Record<keyof ShownOffer, string>> = {
  terms: 'Terms, days',
  minimum: 'Minimum amount, USDT',
  tier1Most: 'Maximum with identity verified, USDT',
  tier2Most: 'Maximum after one loan repaid on time, USDT',
  freeDays: 'Interest-free days',
  dailyRate: 'Daily interest rate',
  overdueRate: 'Daily overdue rate',
}

/** Rates as people read them, in per cent. */
const shownPart = (offer: ShownOffer, part: keyof ShownOffer): string => {
  const rate = part === 'dailyRate' || part === 'overdueRate' ? parseRate(offer[part]) : null
  return rate === null ? partText(offer[part]) : `${writeRate((rate * 100n) as Rate)}%`
}

function figures(was: ShownOffer, is: ShownOffer): ShownSection {
  const changed = changedParts(was, is)
  const rows = offerParts.map((part) => {
    const [old, now] = [shownPart(was, part), shownPart(is, part)]
    if (!changed.includes(part)) return plainRow(words[part], now)
    return { label: words[part], value: `${old} → ${now}`, tone: 'warn' as const }
  })
  return { title: 'Loan offer', rows, images: [] }
}

/** The yearly rate customers read, for each number of days (trust T3). */
function yearly(is: ShownOffer): ShownSection {
  const offer = readOffer(is)
  const rows = is.terms.map((days) => {
    const { apr } = costOf(termsFor(offer, usdt('1000').minor, days))
    return plainRow(`${days} days`, `${writeRate((apr * 100n) as Rate)}% a year (APR)`)
  })
  return { title: 'Annual rate shown to customers', rows, images: [] }
}

/** Proposals to change the offer and its cost, by two people (ADR-134); loans already requested keep their terms (trust T18). */
export const offerKind = (parameters: Parameters): ProposalKind<ShownOffer> => ({
  kind: 'loans.offer',
  roles: ['finance', 'admin'],
  parse: (payload) => loanOffer.parse(payload),
  show: async (db, given) => {
    const [was, is] = [await offerNow(parameters, db), inOrder(given)]
    const holds = plainRow('Applies to', 'loans requested after approval; earlier requests keep their terms')
    return {
      summary: `Change loan offer: ${changedParts(was, is)
        .map((part) => words[part].replace(/, (USDT|days)$/, '').toLowerCase())
        .join('; ')}`,
      sections: [figures(was, is), yearly(is), { title: 'Scope', rows: [holds], images: [] }],
    }
  },
  judge: (db, given) => judgeOffer(parameters, db, given),
  apply: async (tx, given, { reason, proposedBy, approvedBy }) => {
    await lockOffer(tx)
    const { was, is } = await judgeOffer(parameters, tx, given)
    for (const part of changedParts(was, is)) {
      const change = {
        key: offerKeys[part],
        value: is[part] as Json,
        reason,
        changedBy: proposedBy,
        approvedBy,
      }
      const written = await parameters.changeIn(tx, change)
      if ('refused' in written) throw new Error(`${change.key} was refused: ${written.refused}`)
    }
  },
  afterApproval: async () => parameters.readAgain(),
})
