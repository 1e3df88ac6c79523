import { accountMessages, keyMessageTypes } from '@candor/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { asyncApi } from './asyncapi.ts'
import { entitiesIn, withNames } from './named-schemas.ts'

interface Reference {
  readonly $ref: string
}
interface Described {
  readonly asyncapi: string
  readonly channels: Record<
    string,
    { readonly address: string; readonly messages: Record<string, Reference> }
  >
  readonly operations: Record<
    string,
    { readonly action: string; readonly channel: Reference; readonly messages: readonly Reference[] }
  >
  readonly components: {
    readonly messages: Record<
      string,
      { readonly payload: Record<string, unknown>; readonly 'x-api-key'?: boolean }
    >
    readonly schemas: Record<string, { readonly properties?: Record<string, unknown> }>
  }
}
// As it is written and served.
const document: Described = JSON.parse(JSON.stringify(asyncApi()))

const valueAt = (reference: string): unknown =>
  reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document)

test('I15.13c: every reference of the AsyncAPI document leads to something', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, one]) => one ?? '')
  expect(references.length).toBeGreaterThan(50)
  expect(references.filter((one) => valueAt(one) === undefined)).toEqual([])
  expect(document.asyncapi).toBe('3.0.0')
})

test('I15.13c: it has each WebSocket, and each message in one direction, as the server sees it', () => {
  expect(Object.values(document.channels).map(({ address }) => address)).toEqual([
    '/websocket/message',
    '/websocket/account',
    '/websocket/artworks',
    '/websocket/depth',
  ])
  const directions = Object.values(document.operations).flatMap(({ action, channel, messages }) =>
    messages.map(({ $ref }) => {
      expect($ref).toContain(`${channel.$ref}/messages/`)
      return `${action} ${$ref.split('/').at(-1)}`
    }),
  )
  const sentToAccounts = Object.keys(accountMessages).map((type) => `send ${type}`)
  expect(directions.sort()).toEqual(
    [
      ...['send prices', 'receive subscription', 'receive hello', 'send artwork'],
      ...['send depth', 'receive depthSubscription'],
      ...sentToAccounts,
    ].sort(),
  )
  const onChannels = Object.values(document.channels).flatMap(({ messages }) => Object.keys(messages))
  expect(onChannels.sort()).toEqual(directions.map((one) => one.split(' ')[1]).sort())
})

test('I15.13c: messages have the fields of their entities, and a mark where a key gets them', () => {
  const { messages, schemas } = document.components
  const forKeys = Object.keys(messages).filter((name) => messages[name]?.['x-api-key'] === true)
  expect(forKeys.sort()).toEqual([...keyMessageTypes].sort())
  expect(Object.keys(schemas.ContractOrder?.properties ?? {})).toEqual(
    expect.arrayContaining(['id', 'status', 'terms']),
  )
  expect(messages.session?.payload.properties).toMatchObject({
    type: { const: 'session' },
    data: { $ref: '#/components/schemas/StreamSession' },
  })
  // A newer server may add fields.
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
})

test('I15.13c: names are given to schemas for as long as they are needed', () => {
  const coin = z.object({ name: z.string().meta({ format: 'word' }) }).meta({ title: 'A coin' })
  const list = z.array(coin)
  const before = z.toJSONSchema(list)
  const named = withNames({ Coin: coin }, () => z.toJSONSchema(list))
  expect(named.items).toEqual({ $ref: '#/$defs/Coin' })
  expect(named.$defs?.Coin).toMatchObject({ title: 'A coin' })
  expect(z.toJSONSchema(list)).toEqual(before)
  expect(Object.keys(entitiesIn({ coin, word: z.string(), most: 3, side: z.enum(['a']) }))).toEqual([
    'Coin',
    'Side',
  ])
})
