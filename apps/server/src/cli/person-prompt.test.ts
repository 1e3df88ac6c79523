import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { PersonAsker } from './person-prompt.ts'

function terminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  return { input, requester: new PersonAsker({ input, output }), shown: () => String(output.read() ?? '') }
}

test('at a terminal a secret is asked for and not shown while it is typed; an answer that is none is shown', async () => {
  const { input, requester, shown } = terminal(true)
  const secret = requester.secret('Password: ')
  input.write('hunter22\r')
  expect(await secret).toBe('hunter22')
  expect(shown()).toBe('Password: \n')
  const line = requester.line('Write yes: ')
  input.write('yes\r')
  expect(await line).toBe('yes')
  expect(shown()).toMatch(/^Write yes: [\s\S]*y[\s\S]*e[\s\S]*s/)
  requester.close()
})

test('Ctrl-C at a question ends the command as interrupted', async () => {
  const { input, requester } = terminal(true)
  const secret = requester.secret('Password: ')
  input.write('\u0003')
  await expect(secret).rejects.toMatchObject({ exitCode: 130 })
})

test('piped in, answers are read line by line, nothing is asked, and one that is missing is said', async () => {
  const { input, requester, shown } = terminal(false)
  input.end('a long phrase\n123456\n')
  expect([await requester.secret('Password: '), await requester.secret('Code: ')]).toEqual([
    'a long phrase',
    '123456',
  ])
  await expect(requester.line('Write yes: ')).rejects.toThrow('missing')
  expect(shown()).toBe('')
})
