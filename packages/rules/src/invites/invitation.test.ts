import { rate } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { type InviteContext, inviteCommission, inviteFault, maskedName, monthsAfter } from './invitation.ts'

const context: InviteContext = {
  userId: 'friend',
  joinedAt: 0,
  invitedBy: null,
  inviter: { userId: 'ada', invitedBy: null },
  enterDays: 14,
  now: 1,
}

describe('rulebook, Invitations', () => {
  it.each([
    ['a friend’s code', {}, null],
    ['a code nobody has', { inviter: null }, 'unknown'],
    ['their own', { inviter: { userId: 'friend', invitedBy: null } }, 'own'],
    ['a second inviter', { invitedBy: 'eve' }, 'taken'],
    ['whom they invited themselves', { inviter: { userId: 'ada', invitedBy: 'friend' } }, 'circle'],
    ['on the last moment of the fourteenth day', { now: 14 * 86_400_000 - 1 }, null],
    ['after fourteen days', { now: 14 * 86_400_000 }, 'late'],
  ] as const)('entering %s', (_what, change, fault) => {
    expect(inviteFault({ ...context, ...change })).toBe(fault)
  })

  it('a tenth of the fees, the remainder of a unit is the operator’s', () => {
    expect(inviteCommission(1_234_569n, rate('0.1'))).toBe(123_456n)
    expect(inviteCommission(9n, rate('0.1'))).toBe(0n)
    expect(inviteCommission(-1_000n, rate('0.1'))).toBe(0n)
    expect(inviteCommission(10n ** 18n, rate('0.1'))).toBe(10n ** 17n)
  })

  it('twelve months are counted by the calendar', () => {
    const at = (iso: string) => Date.parse(`${iso}T10:30:00Z`)
    expect(monthsAfter(at('2026-11-21'), 12)).toBe(at('2027-11-21'))
    expect(monthsAfter(at('2028-02-29'), 12)).toBe(at('2029-02-28'))
    expect(monthsAfter(at('2026-08-31'), 1)).toBe(at('2026-09-30'))
  })

  it('a name is masked in any script', () => {
    expect(maskedName('ada.lovelace')).toBe('a•••e')
    expect(maskedName('bob')).toBe('b•••')
    expect(maskedName('anna')).toBe('a•••a')
    expect(maskedName('')).toBe('•••')
    expect(maskedName('𠮷野家大好き')).toBe('𠮷•••き')
  })
})
