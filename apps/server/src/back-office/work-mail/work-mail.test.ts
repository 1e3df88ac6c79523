import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { operatorFrame, signInOperator, type TestOperator } from '../../testing/test-operators.ts'
import { betweenLettersMs } from './mail-work.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const lettersTo = ({ email }: TestOperator) =>
  app.messages(email).filter(({ kind }) => kind === 'operator-work')

async function choose(operator: TestOperator, preference: string): Promise<void> {
  expect((await operator.call('opsSetWorkMail', { preference })).code).toBe(200)
  expect((await operator.call('opsWorkMail')).result).toEqual({ preference })
}

async function writeToSupport(once: number): Promise<string> {
  const { token, id, email } = await app.signUp()
  const message = { text: 'Where is my deposit?', once: `0190c0de-0000-7000-8000-00000000000${once}` }
  expect((await app.call('sendSupport', message, { token })).code).toBe(200)
  return `${id} ${email}`
}

/** Lets time pass until a letter has this line. Letters about other things, such as old prices, may come first. */
const letterSays = (operator: TestOperator, line: string) =>
  expect
    .poll(async () => {
      await app.moveClock(betweenLettersMs)
      return lettersTo(operator).some(({ text }) => text.includes(`${line}\n`))
    })
    .toBe(true)

test('I16.6: an operator chooses letters, gets one when something waits, and none for the same again', async () => {
  const [all, late, never] = await Promise.all([
    signInOperator(app, 'finance'),
    signInOperator(app, 'finance'),
    signInOperator(app, 'finance'),
  ])
  expect((await never.call('opsWorkMail')).result).toEqual({ preference: 'never' })
  await choose(all, 'all')
  await choose(late, 'late')
  const customer = await writeToSupport(1)
  await letterSays(all, 'Support: 1 waiting')
  const letter = lettersTo(all).find(({ text }) => text.includes('Support'))
  expect(letter?.text).toMatch(operatorFrame)
  for (const secret of customer.split(' ')) expect(letter?.text).not.toContain(secret)

  await writeToSupport(2)
  await letterSays(all, 'Support: 2 waiting')
  expect(lettersTo(all).filter(({ text }) => text.includes('Support: 1 waiting'))).toHaveLength(1)
  for (const operator of [late, never])
    expect(lettersTo(operator).filter(({ text }) => text.includes('Support'))).toEqual([])
})

test('I16.6: who ends the letters gets none', async () => {
  const [ends, stays] = await Promise.all([signInOperator(app, 'finance'), signInOperator(app, 'finance')])
  await choose(ends, 'all')
  await choose(ends, 'never')
  await choose(stays, 'all')
  await writeToSupport(3)
  await letterSays(stays, 'Support: 3 waiting')
  expect(lettersTo(ends)).toEqual([])
})
