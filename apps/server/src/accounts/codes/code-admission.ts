import type { Caller, Visitor } from '../../platform/http/caller.ts'
import type { MessageKind } from '../../platform/limits/message-days.ts'
import { networkOf, rangeOf } from '../../platform/limits/network-of.ts'
import type { ProofOfWork } from '../../platform/limits/proof-of-work.ts'
import type { Budget } from '../../platform/limits/request-budget.ts'
import { spend } from '../../platform/limits/spend.ts'
import { mailboxOf } from '../registration/identity-keys.ts'

export interface RequestedCode {
  readonly kind: MessageKind
  /** An email address, or a phone number as it is stored. */
  readonly to: string
  readonly by: Caller | Visitor
  /** The solution of a proof of work, if given; `ownAddress` where the code goes to the customer's own proven address, which needs none. */
  readonly work: string | undefined | 'ownAddress'
}

type CodeBudget = 'codesOfAccount' | 'codesOfNetwork' | 'codesOfRange' | 'codes' | 'sms' | 'smsOfRange'

/** Limits of the codes that are sent. */
export interface CodeLimits {
  readonly limits: Readonly<Record<CodeBudget, Budget>>
  readonly work: Pick<ProofOfWork, 'require'>
}

/** A mailbox counts once, whatever label its address has. */
const recipientOf = (kind: MessageKind, to: string): string => (kind === 'mail' ? mailboxOf(to) : to)

/**
 * Permission to send one code. `spendFor` is the only way to get one, and `Codes.issue` requires it: no code is made whose
 * budgets were not spent.
 */
export class CodeAdmission {
  readonly kind: MessageKind
  private readonly recipient: string
  private used = false

  private constructor(kind: MessageKind, recipient: string) {
    this.kind = kind
    this.recipient = recipient
  }

  /**
   * Spends the budgets of the account if one is signed in, the network, the range around it, and the recipient. Refuses
   * `proofOfWorkRequired`, and `tooManyRequests` with the wait.
   */
  static async spendFor(
    { limits, work }: CodeLimits,
    { kind, to, by, work: given }: RequestedCode,
  ): Promise<CodeAdmission> {
    const recipient = recipientOf(kind, to)
    const [ofNetwork, ofRange] =
      kind === 'mail' ? [limits.codesOfNetwork, limits.codesOfRange] : [limits.sms, limits.smsOfRange]
    if (by.userId !== null) await spend(limits.codesOfAccount, by.userId)
    await spend(ofNetwork, networkOf(by.address))
    await spend(ofRange, rangeOf(by.address))
    if (given !== 'ownAddress') await work.require(kind, given)
    await spend(limits.codes, recipient)
    return new CodeAdmission(kind, recipient)
  }

  /** Uses the permission up; it is good for one code. */
  use(): void {
    if (this.used) throw new Error('a second code was made with one admission')
    this.used = true
  }

  /** Fails where a message goes to another recipient than the one whose budget was spent. */
  checkRecipient(to: string): void {
    if (recipientOf(this.kind, to) !== this.recipient)
      throw new Error('a code was admitted for another recipient')
  }
}
