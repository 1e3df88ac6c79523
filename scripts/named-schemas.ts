import { z } from 'zod'

/** Finds the entities among the exports of the contract, by the names of their types. */
export function entitiesIn(exported: Readonly<Record<string, unknown>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(exported).flatMap(([name, value]) =>
      isEntity(value) ? [[`${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]] : [],
    ),
  )
}

const isEntity = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodUnion

/** Runs `make` while these schemas have ids, so that the JSON schemas made in it refer to them by name. */
export function withNames<T>(entities: Readonly<Record<string, z.ZodType>>, make: () => T): T {
  const before = Object.values(entities).map((schema) => ({ schema, meta: z.globalRegistry.get(schema) }))
  try {
    for (const [id, schema] of Object.entries(entities))
      z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
    return make()
  } finally {
    for (const { schema, meta } of before) {
      z.globalRegistry.remove(schema)
      if (meta !== undefined) z.globalRegistry.add(schema, meta)
    }
  }
}
