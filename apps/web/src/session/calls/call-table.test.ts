import { type CallName, calls } from '@candor/contract'
import { describe, expect, test } from 'vitest'
import { callTable } from './call-table.ts'

describe('the table of calls in the browser', () => {
  test.each(Object.keys(calls) as CallName[])(
    '%s goes where the contract says, and asks for a key when money moves',
    (name) => {
      const declared = calls[name]
      const [method, path, money] = callTable[name] as readonly string[]
      expect({ method, path, money: money === 'money' }).toEqual({
        method: declared.method,
        path: declared.path,
        money: declared.movesMoney === true,
      })
    },
  )
  test('has no call that the contract does not know', () => {
    expect(Object.keys(callTable).sort()).toEqual(Object.keys(calls).sort())
  })
})
