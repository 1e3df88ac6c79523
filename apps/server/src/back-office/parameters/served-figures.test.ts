import { expect, test } from 'vitest'
import { servedFigures } from './served-figures.ts'

test('I16.10: the page has the balance of new demo accounts as it was last read, also while the database is away', async () => {
  let value: () => Promise<string> = () => Promise.reject(new Error('away'))
  const { demoGrant } = servedFigures({ value: () => value() })
  expect(await demoGrant()).toBe('10000')
  value = async () => '250'
  expect(await demoGrant()).toBe('250')
  value = () => Promise.reject(new Error('away'))
  expect(await demoGrant()).toBe('250')
})
