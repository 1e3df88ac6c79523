import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { refusedAnyway, TextEntrance } from './enter-texts.ts'
import { textOperationsOf } from './text-fields.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

it('I12.Fc: every text field of both APIs takes odd texts, but for those that are listed, and none fails on spaces alone', async () => {
  const { taken, refused, failed } = await new TextEntrance(app).enter()
  expect(refused).toEqual(Object.fromEntries(refusedAnyway.map((name) => [name, expect.any(String)])))
  expect(failed).toEqual([])
  const fields = [...textOperationsOf('openapi'), ...textOperationsOf('operators')]
    .filter(({ name }) => !refusedAnyway.includes(name))
    .flatMap(({ name, fields }) => fields.map(({ path }) => `${name}.${path.join('.')}`))
  expect(Object.keys(taken).sort()).toEqual(fields.sort())
})
