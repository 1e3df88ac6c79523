import type { ProductTerms, ShownSection } from '@candor/contract'
import { plainRow } from '@candor/contract'
import { productTerms } from '@candor/contract/smart/smart-ops.ts'
import { parseRate, type Rate, writeRate, writeUsdt } from '@candor/money'
import { decideProduct, type SmartTimeframe, yearlyYield } from '@candor/rules'
import { z } from 'zod'
import type { ProposalKind } from '../back-office/proposals/proposal-kind.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reader } from '../platform/database/database.ts'
import { readUsdt } from '../platform/http/read-usdt.ts'
import { invalidField, orRefuse } from '../platform/http/refusal.ts'
import { addProductChange, allProducts, lockProducts, writeProduct } from './products-store.ts'
import type { ListedProduct } from './smart-store.ts'

type Product = ListedProduct & { readonly sold: boolean }
// A type and not an interface: it has to be plain JSON.
export type ProductChange = { id: string; terms: ProductTerms }
const payloadOf = z.object({ id: z.string(), terms: productTerms })

/** A product as operators write it. */
export const toTermsResponse = (product: Product): ProductTerms => ({
  name: product.name,
  minAmount: writeUsdt(product.minAmountMinor),
  maxAmount: writeUsdt(product.maxAmountMinor),
  timeframes: product.timeframes.map(({ days, dailyYieldMin, dailyYieldMax }) => ({
    days,
    dailyYieldMin: writeRate(dailyYieldMin),
    dailyYieldMax: writeRate(dailyYieldMax),
  })),
  sold: product.sold,
})

/** Parses an operator's product in exact figures; refuses `invalidInput` for too many decimals. */
function readProduct({ id, terms }: ProductChange): Product {
  return {
    id,
    name: terms.name,
    sold: terms.sold,
    minAmountMinor: readUsdt('minAmount', terms.minAmount),
    maxAmountMinor: readUsdt('maxAmount', terms.maxAmount),
    timeframes: terms.timeframes.map(readTimeframe).sort((one, other) => one.days - other.days),
  }
}

function readTimeframe(given: ProductTerms['timeframes'][number]): SmartTimeframe {
  const read = (text: string): Rate => {
    const found = parseRate(text)
    if (found === null) throw invalidField(`timeframes.${given.days}`, 'too-fine')
    return found
  }
  return {
    days: given.days,
    dailyYieldMin: read(given.dailyYieldMin),
    dailyYieldMax: read(given.dailyYieldMax),
  }
}

/** The product as it is and as it would be. */
async function compare(reader: Reader, change: ProductChange) {
  const products = await allProducts(reader)
  const before = products.find(({ id }) => id === change.id) ?? null
  const after = readProduct(change)
  const otherNames = products.filter(({ id }) => id !== change.id).map(({ name }) => name)
  return {
    was: before === null ? null : toTermsResponse(before),
    is: toTermsResponse(after),
    after,
    otherNames,
  }
}

/** As `compare`; refuses with `invalidInput` what cannot be sold, and what changes nothing. */
export async function judgeProduct(reader: Reader, change: ProductChange) {
  const compared = await compare(reader, change)
  const { was, is, after, otherNames } = compared
  orRefuse(decideProduct(after, { name: after.name, otherNames }))
  if (JSON.stringify(was) === JSON.stringify(is)) throw invalidField('name', 'unchanged')
  return compared
}

const percent = (rate: Rate): string => `${writeRate((rate * 100n) as Rate)}%`
const yieldText = ({ dailyYieldMin, dailyYieldMax }: ProductTerms['timeframes'][number]): string => {
  const [min, max] = [parseRate(dailyYieldMin), parseRate(dailyYieldMax)]
  if (min === null || max === null) return `${dailyYieldMin} to ${dailyYieldMax} a day`
  return `${percent(min)} to ${percent(max)} a day, ${percent(yearlyYield(min))} to ${percent(yearlyYield(max))} a year`
}

/** Each figure as a text, to be compared before and after. */
function figuresOf(terms: ProductTerms | null): ReadonlyMap<string, string> {
  if (terms === null) return new Map()
  return new Map([
    ['Name', terms.name],
    ['Amounts', `${terms.minAmount} to ${terms.maxAmount} USDT`],
    ...terms.timeframes.map((one): [string, string] => [`${one.days} days`, yieldText(one)]),
    ['Sales', terms.sold ? 'on sale' : 'not on sale'],
  ])
}

function sectionOf(was: ProductTerms | null, is: ProductTerms): ShownSection {
  const [before, after] = [figuresOf(was), figuresOf(is)]
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((label) => {
    const [old, now] = [before.get(label) ?? 'not offered', after.get(label) ?? 'not offered']
    if (was === null || old === now) return plainRow(label, now)
    return { label, value: `${old} → ${now}`, tone: 'warn' as const }
  })
  return { title: was === null ? 'New product' : 'Product', rows, images: [] }
}

const summaryOf = (was: ProductTerms | null, { name, sold }: ProductTerms): string => {
  if (was === null) return `Add the smart product ${name}`
  if (was.sold !== sold) return sold ? `Sell ${name} again` : `Stop selling ${name}`
  return `Change the terms of ${name}`
}

/** A smart product, by two people (ADR-133): new, with other terms, or no longer sold. Plans already bought are not touched (trust T18). */
export const productKind = ({ clock }: { readonly clock: Clock }): ProposalKind<ProductChange> => ({
  kind: 'smart.product',
  roles: ['finance', 'admin'],
  parse: (payload) => payloadOf.parse(payload),
  show: async (db, change) => {
    const { was, is } = await compare(db, change)
    const holds = plainRow('Applies to', 'plans bought after approval; running plans keep their terms')
    return {
      summary: summaryOf(was, is),
      sections: [sectionOf(was, is), { title: 'Scope', rows: [holds], images: [] }],
    }
  },
  judge: judgeProduct,
  apply: async (tx, change, people) => {
    await lockProducts(tx)
    const { was, is, after } = await judgeProduct(tx, change)
    await writeProduct(tx, after)
    await addProductChange(tx, { productId: after.id, before: was, after: is }, people, clock.now())
  },
})
