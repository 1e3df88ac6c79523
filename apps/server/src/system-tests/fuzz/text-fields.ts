import { type ApiPage, operationsOf, type Schema } from './operations.ts'

/** A field of a call that accepts any text, according to the API description. */
export interface TextField {
  readonly path: readonly string[]
  readonly mostLength: number
  readonly pattern: string | null
}

export interface TextOperation {
  readonly name: string
  readonly fields: readonly TextField[]
}

/** Length of a text in a field without its own limit. */
const usualLength = 200
/** Fields left out: secrets are never shown; names of rows, codes and coin addresses are compared and never stored as typed. */
const comparedNames =
  /password|totp|token|ticket|nonce|^work$|quoteId|id$|code$|^(coin|network|account|key|state|iss|value|target|signature|cardNumber|hash(Last6)?|photo\w+|proof|email)$/i
const comparedFields = new Set([
  ...[
    'sendCode.withdrawal.place',
    'withdrawal.address',
    'addAddress.address',
    'buyNft.receivingAddress',
    'opsNftAddWork.address',
  ],
  ...['opsProposeHolding.address', 'opsProposeCharityTransfer.address'],
  ...['opsAddFeed.url', 'opsChangeFeed.url', 'opsTestFeed.url', 'opsAddWebhook.url', 'opsChangeWebhook.url'],
  // At most 24 characters, without a comma.
  ...['tagOrder.tags.0', 'opsTagCustomer.tag', 'opsFindCustomers.tag'],
  ...[
    'saveWatchlist.codes.0',
    'opsProposeTerms.codes.0',
    'opsFindCustomers.cursor',
    'opsTestMonitoringRule.cursor',
  ],
  ...['opsHaltMarkets.codes.0', 'opsResumeMarkets.codes.0'],
  ...['opsReject.items.0.item', 'opsReject.items.0.reason', 'opsReject.reason'],
  ...['identification.phone', 'identification.documentNumber'],
])
/** The name of an ID document's guarantor is stored as typed. */
const storedAsTyped = new Set(['guarantorId'])

const markup = '<b> "a"'

/** Every call of an API page with the fields that take a text with marks of HTML in it and keep it. */
export function textOperationsOf(page: ApiPage): TextOperation[] {
  return operationsOf(page)
    .map(({ name, body }) => ({ name, fields: body === null ? [] : fieldsOf(body).filter(isStored(name)) }))
    .filter(({ fields }) => fields.length > 0)
}

const isStored =
  (operation: string) =>
  ({ path }: TextField): boolean => {
    const name = path.at(-1) ?? ''
    if (comparedFields.has(`${operation}.${path.join('.')}`)) return false
    return storedAsTyped.has(name) || !comparedNames.test(name)
  }

function fieldsOf(schema: Schema, path: readonly string[] = []): TextField[] {
  const choices = schema.anyOf ?? schema.oneOf ?? []
  if (choices.length > 0) return onceEach(choices.flatMap((choice) => fieldsOf(choice, path)))
  if (isFreeText(schema)) return [{ path, mostLength: lengthOf(schema), pattern: schema.pattern ?? null }]
  if (schema.items !== undefined) return fieldsOf(schema.items, [...path, '0'])
  if (typeof schema.additionalProperties === 'object')
    return fieldsOf(schema.additionalProperties, [...path, 'en'])
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => fieldsOf(field, [...path, name]))
}

/** Choices of one shape have fields in common. */
const onceEach = (fields: readonly TextField[]): TextField[] => [
  ...new Map(fields.map((field) => [field.path.join('.'), field])).values(),
]

function isFreeText({ type, format, pattern, enum: list, const: only }: Schema): boolean {
  const isText = [type].flat().includes('string')
  if (!isText || format !== undefined || list !== undefined || only !== undefined) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(markup)
}

const lengthOf = ({ maxLength, pattern }: Schema): number =>
  maxLength ?? Number(/\{\d+,(\d+)\}\$$/.exec(pattern ?? '')?.[1] ?? usualLength)

/** The same input with another text in one of its fields. */
export function withText(input: object, [name = '', ...deeper]: readonly string[], text: string): object {
  const copy: Record<string, unknown> = { ...input }
  const inner = copy[name]
  const below = typeof inner === 'object' && inner !== null ? inner : {}
  if (deeper.length === 0) copy[name] = text
  else if (deeper[0] === '0')
    copy[name] = [withText(Array.isArray(inner) ? inner[0] : {}, deeper.slice(1), text)]
  else copy[name] = withText(below, deeper, text)
  return copy
}
