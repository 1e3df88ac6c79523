/** A compiled ICU message: texts, and places for values with their format. */
export type CompiledMessage = readonly MessagePart[]
export type MessagePart = string | MessagePlace
export type MessagePlace = readonly [name: string, format?: string, options?: unknown]
export type Catalog = Readonly<Record<string, CompiledMessage>>
export type Values = Readonly<Record<string, string | number>>

interface Reader {
  readonly tag: string
  readonly values: Values
}

type Branches = Readonly<Record<string, CompiledMessage | number>>

/** Fills a compiled message; `tag` is the language for numbers and plurals. */
export function formatMessage(message: CompiledMessage, tag: string, values: Values): string {
  return fill(message, { tag, values }, null)
}

function fill(message: CompiledMessage, reader: Reader, counted: number | null): string {
  let text = ''
  for (const part of message) {
    if (typeof part !== 'string') text += place(part, reader)
    else if (part === '#' && counted !== null) text += numberText(reader.tag, counted)
    else text += part
  }
  return text
}

function place([name, format, options]: MessagePlace, reader: Reader): string {
  const value = reader.values[name]
  if (value === undefined) throw new Error(`a text wants the value “${name}”, which was not given`)
  switch (format) {
    case 'plural':
      return plural(Number(value), options as Branches, reader, 'cardinal')
    case 'selectordinal':
      return plural(Number(value), options as Branches, reader, 'ordinal')
    case 'select':
      return select(String(value), options as Branches, reader)
    case 'number':
      return numberText(reader.tag, Number(value))
    default:
      return String(value)
  }
}

function branch(branches: Branches, wanted: readonly string[]): CompiledMessage {
  for (const name of wanted) {
    const found = branches[name]
    if (found !== undefined && typeof found !== 'number') return found
  }
  return []
}

const select = (value: string, branches: Branches, reader: Reader): string =>
  fill(branch(branches, [value, 'other']), reader, null)

function plural(count: number, branches: Branches, reader: Reader, type: Intl.PluralRuleType): string {
  const offset = typeof branches.offset === 'number' ? branches.offset : 0
  const category = pluralRules(reader.tag, type).select(count - offset)
  return fill(branch(branches, [String(count), category, 'other']), reader, count - offset)
}

const cache = new Map<string, unknown>()
function keep<T>(key: string, make: () => T): T {
  const found = cache.get(key) as T | undefined
  if (found !== undefined) return found
  const made = make()
  cache.set(key, made)
  return made
}

const pluralRules = (tag: string, type: Intl.PluralRuleType): Intl.PluralRules =>
  keep(`plural ${tag} ${type}`, () => new Intl.PluralRules(tag, { type }))

const numberText = (tag: string, value: number): string =>
  keep(`number ${tag}`, () => new Intl.NumberFormat(tag)).format(value)
