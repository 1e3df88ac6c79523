import type {
  CaseDecision,
  CaseKindName,
  CaseShown,
  OpsCalls,
  OpsResultOf,
  QueueEntry,
} from '@candor/contract'
import type { TextKey } from '@candor/texts/keys.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ConsoleContext } from '../operators/console-context.ts'
import { isService, type Operator, type OperatorOrService } from '../operators/operator.ts'
import type { SecondedDecision } from '../operators/operators-tables.ts'
import { refuseLostRole } from '../operators/valid-approvals.ts'
import type { CaseDetails, CaseImage, CaseKind, RefusedItem } from './case-kind.ts'
import { CaseQueue, type QueuePage, type QueueRequest } from './case-queue.ts'
import { reasonOf, refusedItems, toLineResponse } from './case-response.ts'
import { type Approval, approvalsOf, claimsOf, dropClaim, holdsClaim, takeClaim } from './claims-store.ts'
import { keepPeopleOf, peopleOfDecision } from './people-of-decision.ts'
import { peopleToApprove } from './second-person.ts'
import { hidesSomething, maskedOf, shownOf } from './shown-case.ts'

export interface CaseRef {
  readonly kind: CaseKindName
  readonly id: string
}

export interface DecisionRequest extends CaseRef {
  readonly shownHash: string
  readonly reason?: string | undefined
  readonly items?: readonly { readonly item: string; readonly reason: string }[] | undefined
  readonly note?: string | undefined
  readonly hash?: string | undefined
}

/** A case that an operator holds. */
export interface CaseInHand extends CaseRef {
  readonly customerId: string
  readonly createdAt: Date
}

type DecisionResult = OpsResultOf<OpsCalls['opsApprove']>

/** The queues: capabilities register their kind of case, operators claim and decide (README of this module). */
export class Cases {
  private readonly context: ConsoleContext
  private readonly text: (key: TextKey) => string
  private readonly kinds = new Map<CaseKindName, CaseKind>()
  private readonly caseQueue: CaseQueue

  /** `text` gives a reason in English, for the person who picks it. */
  constructor(context: ConsoleContext, text: (key: TextKey) => string) {
    this.context = context
    this.text = text
    this.caseQueue = new CaseQueue(context.db, context.clock, context.hashOf)
  }

  register(kind: CaseKind): void {
    if (this.kinds.has(kind.kind)) throw new Error(`the case kind ${kind.kind} is registered twice`)
    this.kinds.set(kind.kind, kind)
  }

  async queue(
    request: QueueRequest & { readonly kind: CaseKindName },
    who: OperatorOrService,
  ): Promise<QueuePage> {
    const kind = isService(who) ? (this.kinds.get(request.kind) ?? null) : this.kindFor(request.kind, who)
    if (kind === null) return { items: [], nextCursor: null }
    return this.caseQueue.page(kind, request)
  }

  async show({ kind: name, id }: CaseRef, operator: Operator): Promise<CaseShown> {
    const { db, clock } = this.context
    const kind = this.kindFor(name, operator)
    const details = (await kind?.details(db.query, id, false)) ?? null
    if (kind === null || details === null) throw new Refusal('notFound')
    const claims = await claimsOf(db.query, kind.kind, [id], new Date(clock.now()))
    const claim = claims.get(id)
    const whole = shownOf(kind.kind, details)
    const mayRead = claim?.by.id === operator.id
    if (mayRead && hidesSomething(details)) await this.noteLook(kind.kind, id, operator)
    const shown = mayRead ? whole : maskedOf(kind.kind, details)
    const shownHash = this.context.hashOf(shown)
    // An approver saw the whole case.
    const approvals = await approvalsOf(
      db.query,
      { kind: kind.kind, id, hash: this.context.hashOf(whole) },
      { roles: kind.roles, lock: false },
    )
    const approvalRequest = { kind, details, operatorId: operator.id, now: clock.now() }
    const people = await peopleToApprove(db.query, approvalRequest)
    return {
      ...toLineResponse(
        { kind: kind.kind, line: details, claim, awaitsSecond: approvals.length > 0 },
        clock.now(),
      ),
      sections: shown.sections,
      timeline: details.timeline.map((step) => ({ ...step, at: step.at.toISOString() })),
      history: await this.historyOf(details.customer.id, { kind: kind.kind, id }, operator),
      allowed: [...details.allowed],
      items: (details.items ?? []).map(({ key, label }) => ({ key, label })),
      reasons: kind.reasons.map((key) => ({ key, text: this.text(key) })),
      hashNeeded: details.hashNeeded === true,
      approvalsNeeded: people.needed,
      secondPerson: [...people.reasons],
      rejectionsNeeded: details.rejectionsNeeded ?? 1,
      approvals: approvals.map((approval) => this.toApprovalResponse(kind, approval)),
      shownHash,
    }
  }

  async claim({ kind: name, id }: CaseRef, operator: Operator): Promise<{ claimedUntil: string }> {
    const { db, clock, audit } = this.context
    const kind = this.kindOrNotFound(name, operator)
    if ((await kind.details(db.query, id, false)) === null) throw new Refusal('notFound')
    const until = await db.transaction(async (tx) => {
      const taken = await takeClaim(tx, { kind: name, id, operatorId: operator.id }, clock.now())
      if (taken === null) throw new Refusal('caseNotClaimed')
      await audit.write(tx, { actor: operator.id, action: `${name}.claim`, subject: `${name}:${id}` })
      return taken
    })
    return { claimedUntil: until.toISOString() }
  }

  async release({ kind: name, id }: CaseRef, operator: Operator): Promise<true> {
    const { db, audit } = this.context
    const kind = this.kindOrNotFound(name, operator)
    if ((await kind.details(db.query, id, false)) === null) throw new Refusal('notFound')
    await db.transaction(async (tx) => {
      // A claim that has run out, or is a colleague's by now, is none to give back: nothing happened, and nothing is written down.
      if (!(await dropClaim(tx, name, id, operator.id))) return
      await audit.write(tx, { actor: operator.id, action: `${name}.release`, subject: `${name}:${id}` })
    })
    return true
  }

  async decide(
    decision: CaseDecision,
    request: DecisionRequest,
    operator: Operator,
  ): Promise<DecisionResult> {
    const kind = this.kindOrNotFound(request.kind, operator)
    const reason = decision === 'reject' ? reasonOf(kind, request.reason) : null
    await kind.beforeDecision?.(request.id, decision)
    const outcome = await this.context.spending.ledger.transaction(async (tx) => {
      await refuseLostRole(tx, operator.id, kind.roles)
      const details = await this.detailsToDecide(tx, kind, { decision, request }, operator)
      const items = decision === 'reject' ? refusedItems(kind, details, request.items ?? []) : []
      const { note, hash } = wordsOf(request)
      const now = this.context.clock.now()
      const { shownHash } = request
      const making = { kind, details, decision, reason, hash, shownHash, operatorId: operator.id, now }
      const people = await peopleOfDecision(tx, making)
      const approvers = [...people.approvers]
      const verdict = { id: request.id, decision, operator, approvers, reason, items, note, hash }
      const status = people.first === null ? await kind.decide(tx, verdict) : details.status
      await keepPeopleOf(tx, people, now)
      await dropClaim(tx, request.kind, request.id, operator.id)
      await this.context.audit.write(tx, {
        actor: operator.id,
        action: `${request.kind}.${people.first === null ? decision : firstSteps[people.first.decision]}`,
        subject: `${request.kind}:${request.id}`,
        reason,
        before: { status: details.status, shown: shownHash },
        after: { status, approvers, why: [...people.reasons], items: items.map(itemOnRecord), note, hash },
      })
      return { status, approvalsMissing: people.first === null ? 0 : 1 }
    })
    if (outcome.approvalsMissing === 0) await kind.afterDecision?.(request.id)
    return outcome
  }

  /** An image of a case one holds; that it was looked at is written down first. */
  async image({ kind: name, id }: CaseRef, fileId: string, operator: Operator): Promise<CaseImage> {
    const { db, clock, audit } = this.context
    const kind = this.kindOrNotFound(name, operator)
    await db.transaction(async (tx) => {
      if (!(await holdsClaim(tx, { kind: name, id, operatorId: operator.id }, clock.now())))
        throw new Refusal('caseNotClaimed')
      await audit.write(tx, {
        actor: operator.id,
        action: `${name}.view-image`,
        subject: `${name}:${id}`,
        after: { fileId },
      })
    })
    const image = (await kind.image?.(id, fileId)) ?? null
    if (image === null) throw new Refusal('notFound')
    return image
  }

  /** Returns the customer and the time of a case one holds; that more about them was looked at (`view`) is written down first. */
  async caseInHand({ kind: name, id }: CaseRef, view: string, operator: Operator): Promise<CaseInHand> {
    const { db, clock, audit } = this.context
    const details = await this.kindOrNotFound(name, operator).details(db.query, id, false)
    if (details === null) throw new Refusal('notFound')
    await db.transaction(async (tx) => {
      if (!(await holdsClaim(tx, { kind: name, id, operatorId: operator.id }, clock.now())))
        throw new Refusal('caseNotClaimed')
      const look = { actor: operator.id, action: `${name}.view-${view}`, subject: `${name}:${id}` }
      await audit.write(tx, look)
    })
    return { id, kind: name, customerId: details.customer.id, createdAt: details.createdAt }
  }

  /** Lists a customer's cases of every kind that the role sees. */
  async ofCustomer(customerId: string, operator: Operator): Promise<QueueEntry[]> {
    const kinds = [...this.kinds.values()].filter(({ roles }) => roles.includes(operator.role))
    const lists = await Promise.all(
      kinds.map(async (kind) => this.caseQueue.entries(kind, await kind.ofCustomer(customerId))),
    )
    return lists.flat().sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  }

  /** Everything that can have changed is read here, under the transaction's locks. */
  private async detailsToDecide(
    tx: Tx,
    kind: CaseKind,
    { decision, request }: { readonly decision: CaseDecision; readonly request: DecisionRequest },
    operator: Operator,
  ): Promise<CaseDetails> {
    const claim = { kind: request.kind, id: request.id, operatorId: operator.id }
    const details = await kind.details(tx, request.id, true)
    if (details === null) throw new Refusal('notFound')
    if (!(await holdsClaim(tx, claim, this.context.clock.now()))) throw new Refusal('caseNotClaimed')
    if (this.context.hashOf(shownOf(kind.kind, details)) !== request.shownHash)
      throw new Refusal('changedMeanwhile')
    if (!details.allowed.includes(decision)) throw new Refusal('changedMeanwhile')
    return details
  }

  /** Records in the audit log, each time, that the holder of a case read its personal data. */
  private async noteLook(kind: CaseKindName, id: string, operator: Operator): Promise<void> {
    const { db, audit } = this.context
    const look = { actor: operator.id, action: `${kind}.view`, subject: `${kind}:${id}` }
    await db.transaction((tx) => audit.write(tx, look))
  }

  /** Of the queues that this operator's role sees. */
  private async historyOf(
    customerId: string,
    except: CaseRef,
    { role }: Operator,
  ): Promise<CaseShown['history']> {
    const kinds = [...this.kinds.values()].filter(({ roles }) => roles.includes(role))
    const lists = await Promise.all(
      kinds.map(async (kind) =>
        (await kind.ofCustomer(customerId)).map(({ id, summary, status, createdAt }) => ({
          kind: kind.kind,
          id,
          summary,
          status,
          createdAt: createdAt.toISOString(),
        })),
      ),
    )
    return lists
      .flat()
      .filter(({ kind, id }) => kind !== except.kind || id !== except.id)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, 50)
  }

  private toApprovalResponse(kind: CaseKind, { id, email, at, decision, reason, named }: Approval) {
    const key = kind.reasons.find((one) => one === reason)
    const translated = key === undefined ? null : this.text(key)
    return { id, email, at: at.toISOString(), decision, reason: translated, hash: named }
  }

  /** Null while the capability is not part of this installation. */
  private kindFor(name: CaseKindName, operator: Operator): CaseKind | null {
    const kind = this.kinds.get(name) ?? null
    if (kind !== null && !kind.roles.includes(operator.role)) throw new Refusal('roleNotAllowed')
    return kind
  }

  private kindOrNotFound(name: CaseKindName, operator: Operator): CaseKind {
    const kind = this.kindFor(name, operator)
    if (kind === null) throw new Refusal('notFound')
    return kind
  }
}

/** Names in the audit log of a decision that waits for its second person. */
const firstSteps: Readonly<Record<SecondedDecision, string>> = {
  approve: 'first-approval',
  reject: 'first-rejection',
}

const itemOnRecord = ({ item, reason }: RefusedItem) => ({ item, reason })
const wordsOf = ({ note, hash }: DecisionRequest) => ({ note: note ?? null, hash: hash ?? null })
