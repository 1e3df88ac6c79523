import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { programFile } from '../platform/program-file.ts'
import type { TestApp } from '../testing/test-app.ts'
import { codeNow, type TestOperator } from '../testing/test-operators.ts'

interface Run {
  readonly code: number
  readonly out: string
}

/** Runs a command as a person types it: as a process, with a running server. */
export const candor = (...args: string[]): Promise<Run> => candorIn(process.cwd(), args)

/** Runs it in a folder, with an environment in which only `env` refers to an installation. `input` is piped in. */
export async function candorIn(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Run> {
  try {
    const running = promisify(execFile)(process.execPath, [programFile('cli'), ...args], {
      cwd,
      env: { ...plainEnvironment, ...env },
    })
    // A command that prompts for nothing may have ended before its input was written.
    running.child.stdin?.on('error', () => undefined).end(input)
    const { stdout, stderr } = await running
    return { code: 0, out: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout + stderr }
  }
}

/** An operator's input for a command that prompts for a sign-in. A code is valid once, so the next one is awaited. */
export async function signInInputOf(
  app: TestApp,
  { password, secret }: Pick<TestOperator, 'password' | 'secret'>,
): Promise<string> {
  await app.moveClock(31_000)
  return `${password}\n${codeNow(app, secret)}\n`
}

const { DATABASE_URL: _url, CANDOR_DATA: _data, ...plainEnvironment } = process.env

const buy = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }

/** Opens a contract and closes it; returns the whole response of getReceipt. */
export async function tradedReceipt(app: TestApp, token: string): Promise<string> {
  let id = ''
  await expect
    .poll(
      async () => {
        const bought = await app.call('buyContract', buy, { token })
        id = bought.code === 20004 ? bought.result.id : ''
        return bought.code
      },
      { timeout: 20_000 },
    )
    .toBe(20004)
  expect((await app.call('closeContract', { id }, { token })).code).toBe(200)
  return (await app.call('getReceipt', { orderId: id }, { token })).text
}
