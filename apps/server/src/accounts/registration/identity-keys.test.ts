import { expect, test } from 'vitest'
import { mailboxOf } from './identity-keys.ts'

test('recognises two addresses of one mailbox: labels, case, and the dots of Gmail', () => {
  for (const address of ['Nora@desk.example', 'nora+second@desk.example', ' nora+a+b@DESK.example '])
    expect(mailboxOf(address)).toBe('nora@desk.example')
  for (const address of ['n.o.ra@gmail.com', 'nora+x@googlemail.com', 'NORA@Gmail.com'])
    expect(mailboxOf(address)).toBe('nora@gmail.com')
  expect(mailboxOf('n.ora@desk.example')).not.toBe(mailboxOf('nora@desk.example'))
})
