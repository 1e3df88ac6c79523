import * as contract from '@candor/contract'
import { z } from 'zod'
import { entitiesIn, withNames } from './named-schemas.ts'

type Json = Record<string, unknown>

/** Codes with which the server closes an account's connection, and what a client does then. */
export const closeCodes: Readonly<Record<number, string>> = {
  4400: 'no first message within ten seconds, or a wrong one; do not reconnect',
  4401: 'signed out, or the key is revoked or bound to other addresses; do not reconnect',
  4408: 'too slow to receive; reconnect and read the lists',
  4429: 'too many connections of one customer, or requests of one key; reconnect later',
}

const keyTypes: ReadonlySet<string> = new Set(contract.keyMessageTypes)
type AccountType = keyof typeof contract.accountMessages
const accountTypes = Object.keys(contract.accountMessages) as AccountType[]

/** Content of each type of message. */
export const accountTitles: Readonly<Record<AccountType, string>> = {
  order: 'A contract, option or plan as it now is; null: read the lists again',
  balance: 'A deposit or withdrawal as it now is; null: balances changed',
  notification: 'A notice, or the state of the identity check',
  alert: 'A price alert that fired',
  session: 'The first message was accepted, the connection lives, or it ends for good',
  support: 'A message of the conversation with support',
}

interface Message {
  readonly summary: string
  readonly payload: z.ZodType
  /** Direction as the server sees it. */
  readonly io: 'input' | 'output'
  readonly more?: Json
}

interface Channel {
  readonly address: string
  readonly title: string
  readonly description: string
  readonly messages: Readonly<Record<string, Message>>
  readonly more?: Json
}

const channels: Readonly<Record<string, Channel>> = {
  prices: {
    address: '/websocket/message',
    title: 'Prices, for everyone',
    description:
      'On connect one frame with an entry for every market; then frames with what changed, at most five a second. Entries of subscribed markets have the full quote. Nothing from an interruption is missing: each connection begins with every market.',
    messages: {
      prices: { summary: 'Prices that changed', payload: z.array(contract.priceEntry), io: 'output' },
      subscription: {
        summary: 'Subscribes to the full quotes of markets, or unsubscribes',
        payload: contract.priceSubscription,
        io: 'input',
      },
    },
  },
  account: {
    address: '/websocket/account',
    title: 'Changes of one account of a customer',
    description:
      'The first message authenticates the client by the token of a session or by an API key of any scope; neither is ever in the address. `virtually` selects the account: `NO` demo, `YES` real. The server confirms with a `session` message, `listening`; changes follow. What changed before it, or during an interruption, is not sent: read the lists after each `listening`. A connection without a message for 90 seconds is dead.',
    messages: {
      hello: { summary: 'The first message of a client', payload: contract.accountHello, io: 'input' },
      ...Object.fromEntries(
        accountTypes.map((type): [string, Message] => [
          type,
          {
            summary: accountTitles[type],
            payload: contract.accountMessages[type],
            io: 'output',
            more: { 'x-api-key': keyTypes.has(type) },
          },
        ]),
      ),
    },
    more: { 'x-close-codes': closeCodes },
  },
  artworks: {
    address: '/websocket/artworks',
    title: 'Bids and sales of artworks, for everyone',
    description:
      'The server’s time on connect and every ten seconds; each change of an artwork as it happens.',
    messages: {
      artwork: { summary: 'A changed artwork, or the time', payload: contract.artworkMessage, io: 'output' },
    },
  },
  depth: {
    address: '/websocket/depth',
    title: 'Order books and trades of exchanges, for everyone',
    description:
      'For information only: orders are filled at the quote, never from a book. A client subscribes to at most four markets at a time; each is answered with everything known at once, then with what changed, at most four times a second. A market whose price comes from no exchange with a book has the state `none`. After an interruption, subscribe again: the first message has everything.',
    messages: {
      depth: {
        summary: 'Order book and newest trades of one market',
        payload: contract.depthMessage,
        io: 'output',
      },
      depthSubscription: {
        summary: 'Subscribes to markets, or unsubscribes',
        payload: contract.depthSubscription,
        io: 'input',
      },
    },
  },
}

/** Writes the description of the WebSockets: AsyncAPI 3, from the side of the server. */
export function asyncApi(): Json {
  return withNames(entitiesIn(contract), () => {
    const schemas: Record<string, Json> = {}
    const messages: Record<string, Json> = {}
    for (const { messages: own } of Object.values(channels))
      for (const [name, { summary, payload, io, more }] of Object.entries(own))
        messages[name] = {
          name,
          summary,
          contentType: 'application/json',
          payload: schemaOf(payload, io, schemas),
          ...more,
        }
    return {
      asyncapi: '3.0.0',
      info: {
        title: 'Candor',
        version: '1',
        description:
          'Every message is JSON in a text frame. Money and prices are decimal texts. Fields and types of messages may be added. Messages marked `x-api-key` are those that a connection opened with an API key gets. Calls are in openapi.json. Generated from packages/contract.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      defaultContentType: 'application/json',
      servers: {
        installation: {
          host: '{host}',
          protocol: 'wss',
          description: 'An installation; its web app and calls have the same address.',
          variables: { host: { description: 'Host of the installation', examples: ['trade.example'] } },
        },
      },
      channels: Object.fromEntries(Object.entries(channels).map(([name, one]) => [name, channelOf(one)])),
      operations: Object.fromEntries(
        Object.entries(channels).flatMap(([name, one]) => operationsOf(name, one)),
      ),
      components: { messages, schemas: sorted(schemas) },
    }
  })
}

const channelOf = ({ address, title, description, messages, more }: Channel): Json => ({
  address,
  title,
  description,
  messages: Object.fromEntries(
    Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
  ),
  ...more,
})

function operationsOf(name: string, { messages }: Channel): [string, Json][] {
  const channel = { $ref: `#/channels/${name}` }
  const referTo = (io: Message['io']) =>
    Object.entries(messages)
      .filter(([, message]) => message.io === io)
      .map(([message]) => ({ $ref: `${channel.$ref}/messages/${message}` }))
  const [sent, received] = [referTo('output'), referTo('input')]
  const suffix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return [
    [`send${suffix}`, { action: 'send', channel, messages: sent }],
    ...(received.length === 0
      ? []
      : [[`receive${suffix}`, { action: 'receive', channel, messages: received }] satisfies [string, Json]]),
  ]
}

/** The schema of a message; those it refers to by name are added to `schemas`. */
function schemaOf(schema: z.ZodType, io: Message['io'], schemas: Record<string, Json>): Json {
  const {
    $schema: _draft,
    definitions = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    unrepresentable: 'any',
  }) as Json & { definitions?: Record<string, Json> }
  for (const [name, one] of Object.entries(definitions)) schemas[name] = inComponents(one) as Json
  return inComponents(own) as Json
}

/** Points references to the components, and allows fields that a newer server adds. */
function inComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inComponents)
  if (typeof value !== 'object' || value === null) return value
  // `id` with a text is the name of a schema; with a schema it is a field.
  const entries = Object.entries(value).filter(
    ([key, one]) =>
      !(key === 'id' && typeof one === 'string') && !(key === 'additionalProperties' && one === false),
  )
  return Object.fromEntries(
    entries.map(([key, one]) =>
      key === '$ref' && typeof one === 'string'
        ? [key, one.replace('#/definitions/', '#/components/schemas/')]
        : [key, inComponents(one)],
    ),
  )
}

const sorted = (record: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
