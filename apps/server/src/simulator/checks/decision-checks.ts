import type { CaseKindName } from '@candor/contract'
import { operators } from '../customers/people.ts'
import { offices } from '../operators/offices.ts'
import type { World } from '../world.ts'

/** An entry of the audit log. Writers wait for each other: entries stand in the order of what they tell of. */
interface Entry {
  readonly seq: bigint
  readonly at: bigint
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly before: { readonly status?: string } | null
  readonly after: {
    readonly approvers?: readonly string[]
    readonly payload?: { readonly id?: string; readonly role?: string; readonly email?: string }
    readonly role?: string
    readonly invitation?: string
  } | null
}

interface OperatorState {
  role: string
  enabled: boolean
  /** Since when both are what they are. */
  since: bigint
}

/** A word somebody gave: a proposal, or a first decision that waits for its second person. */
interface Vote {
  readonly by: string
  readonly seq: bigint
}

interface Approval {
  readonly kind: string
  readonly customer: string
  readonly approvers: readonly string[]
  readonly day: bigint
  readonly usdt: bigint
}

interface CaseRow {
  readonly customer: string
  readonly coin: string
  readonly amount: bigint
  readonly address: string | null
  readonly hash: string | null
}

const dayMs = 86_400_000n
/** Daily sum up to which one person decides; the simulator does not change it. */
const alonePerDay = 10_000_000_000n
const allThree = ['kyc', 'recharge', 'withdrawal']

/** First decisions, which wait for a second person, by the end of their entry’s name. */
const firstSteps: Readonly<Record<string, 'approve' | 'reject'>> = {
  'first-approval': 'approve',
  'first-rejection': 'reject',
}

const rowsOf: Readonly<Record<string, string>> = {
  kyc: `SELECT user_id::text AS customer, '' AS coin, 0::bigint AS amount, NULL AS address, NULL AS hash FROM kyc_cases WHERE id = $1`,
  recharge: `SELECT user_id::text AS customer, coin, coalesce(credited, amount) AS amount, address, hash FROM funding_deposits WHERE id = $1`,
  withdrawal: `SELECT user_id::text AS customer, coin, amount, NULL AS address, NULL AS hash FROM funding_withdrawals WHERE id = $1`,
}

/**
 * Follows decisions through the audit log, entry by entry, independently of the product: the word of an operator who was disabled or
 * changed office no longer counts, and no decision that takes two is made alone (trust T10, rulebook, Deposits and withdrawals).
 */
export class DecisionChecks {
  private readonly world: World
  private through = 0n
  private readonly operatorStates = new Map<string, OperatorState>(
    operators.map(({ id, role }) => [id, { role, enabled: true, since: 0n }]),
  )
  private readonly pendingVotes = new Map<string, Vote>()
  private readonly approvals = new Map<string, Approval>()

  constructor(world: World) {
    this.world = world
  }

  /** Judges what was decided since the last time. */
  async check(): Promise<void> {
    const entries = await this.world.driver.statements.look<Entry & Record<string, unknown>>(
      `SELECT seq, at, actor, action, subject, body::jsonb -> 'before' AS before, body::jsonb -> 'after' AS after
         FROM trust_audit WHERE seq > $1 ORDER BY seq`,
      [String(this.through)],
    )
    for (const entry of entries) {
      await this.read(entry)
      this.through = entry.seq
    }
  }

  private async read(entry: Entry): Promise<void> {
    const { seq, action, subject } = entry
    const [about = '', id = ''] = subject.split(':')
    const verdict = action.slice(action.lastIndexOf('.') + 1)
    if (action === 'operators.join') return this.join(entry, id)
    if (action === 'operators.disable') return this.updateOperator(id, seq, { enabled: false })
    if (about === 'proposal') return this.readProposal(entry, verdict)
    if (about in offices) await this.readCase(entry, about as CaseKindName, id, verdict)
  }

  private readProposal(entry: Entry, verdict: string): void {
    const { seq, actor, subject } = entry
    if (verdict === 'propose') this.pendingVotes.set(subject, { by: actor, seq })
    if (verdict === 'approve') this.proposalApproved(entry)
  }

  private async readCase(entry: Entry, kind: CaseKindName, id: string, verdict: string): Promise<void> {
    const { seq, actor, subject } = entry
    const first = firstSteps[verdict]
    if (first !== undefined) this.pendingVotes.set(`${subject} ${first} ${actor}`, { by: actor, seq })
    if (verdict === 'approve' || verdict === 'reject')
      await this.checkCaseDecision(entry, { kind, id, verdict })
  }

  private updateOperator(id: string, seq: bigint, change: Partial<OperatorState>): void {
    const before = this.operatorStates.get(id)
    if (before === undefined) return
    const after = { ...before, ...change }
    const same = after.role === before.role && after.enabled === before.enabled
    if (!same) this.operatorStates.set(id, { ...after, since: seq })
  }

  /** This word still counts: who gave it has been what they were then without a break. */
  private counts(vote: Vote | undefined): boolean {
    const operatorState = vote === undefined ? undefined : this.operatorStates.get(vote.by)
    return vote !== undefined && operatorState?.enabled === true && operatorState.since < vote.seq
  }

  private proposalApproved({ seq, actor, action, subject, after }: Entry): void {
    const proposed = this.pendingVotes.get(subject)
    if (proposed?.by === actor)
      this.reportFinding(`${action} of ${subject} was proposed and approved by ${actor}`)
    if (!this.counts(proposed))
      this.reportFinding(
        `${action} of ${subject} counts the word of ${proposed?.by}, who may not decide any more`,
      )
    if (this.operatorStates.get(actor)?.enabled !== true)
      this.reportFinding(`${action} of ${subject} is by ${actor}, who left`)
    const { id = '', role = '', email = '' } = after?.payload ?? {}
    if (action === 'operators.role.approve') this.updateOperator(id, seq, { role })
    if (action === 'operators.enable.approve') this.updateOperator(id, seq, { enabled: true })
    if (action !== 'operators.add.approve') return
    this.pendingVotes.set(`invitation ${email} proposed`, { by: proposed?.by ?? '', seq })
    this.pendingVotes.set(`invitation ${email} approved`, { by: actor, seq })
  }

  private async join({ seq, actor, after }: Entry, id: string): Promise<void> {
    const [row] = await this.world.driver.statements.look<{ email: string }>(
      'SELECT email FROM operators_invitations WHERE id = $1',
      [after?.invitation],
    )
    for (const part of ['proposed', 'approved'])
      if (!this.counts(this.pendingVotes.get(`invitation ${row?.email} ${part}`)))
        this.reportFinding(`${row?.email} joined though who ${part} the invitation may not decide any more`)
    this.operatorStates.set(id === '' ? actor : id, { role: after?.role ?? '', enabled: true, since: seq })
  }

  private async checkCaseDecision(
    entry: Entry,
    decision: Pick<CaseDecision, 'kind' | 'id' | 'verdict'>,
  ): Promise<void> {
    const { actor, action, subject, after } = entry
    const { kind, id, verdict } = decision
    const approvers = [...new Set(after?.approvers ?? [])]
    if (!this.mayDecide(actor, kind))
      this.reportFinding(`${action} of ${subject} is by ${actor}, who may not decide it`)
    for (const other of approvers.filter((one) => one !== actor))
      if (!this.counts(this.pendingVotes.get(`${subject} ${verdict} ${other}`)))
        this.reportFinding(`${action} of ${subject} counts the word of ${other}, who may not decide any more`)
    const row = await this.rowOf(kind, id)
    const whyTwo = row === null ? null : this.whyTwo(entry, { ...decision, approvers, row })
    if (approvers.length < 2 && whyTwo !== null)
      this.reportFinding(`${action} of ${subject} by ${actor} alone: ${whyTwo}`)
  }

  private mayDecide(id: string, kind: CaseKindName): boolean {
    const operatorState = this.operatorStates.get(id)
    return operatorState?.enabled === true && offices[kind].some((role) => role === operatorState.role)
  }

  private async rowOf(kind: string, id: string): Promise<CaseRow | null> {
    const text = rowsOf[kind]
    if (text === undefined) return null
    const [row] = await this.world.driver.statements.look<CaseRow & Record<string, unknown>>(text, [id])
    return row ?? null
  }

  /** The reason that one person was not enough for this decision; null: one was. */
  private whyTwo({ at, before }: Entry, decision: CaseDecision): string | null {
    if (before?.status === 'sent') return this.whyTwoOnceSent(decision)
    if (decision.verdict !== 'approve' || before?.status !== 'pending') return null
    const { kind, id, approvers, row } = decision
    const usdt = row.coin === 'USDT' ? row.amount : 0n
    const approval = { kind, customer: row.customer, approvers, day: at / dayMs, usdt }
    this.approvals.set(`${kind}:${id}`, approval)
    if (kind === 'recharge' && !this.isSeen(row)) return 'no node saw the payment'
    return this.aboveLimit(approval, at) ?? this.samePersonApprovedAll(approval)
  }

  private whyTwoOnceSent({ kind, id, verdict }: CaseDecision): string | null {
    if (verdict === 'reject') return 'the money had been sent'
    return this.approvals.get(`${kind}:${id}`)?.approvers.length === 2 ? 'two approved it' : null
  }

  private isSeen({ hash, address }: CaseRow): boolean {
    return (this.world.chain?.paid(hash ?? '', address ?? '') ?? 0n) > 0n
  }

  /** By what is in USDT alone, so that no price has to be known. */
  private aboveLimit(approval: Approval, at: bigint): string | null {
    // A transaction may have begun before midnight and written its entry after it.
    if (at % dayMs < 120_000n) return null
    const sumOf = (counts: (one: Approval) => boolean) =>
      [...this.approvals.values()]
        .filter((one) => one.kind === approval.kind && one.day === approval.day && counts(one))
        .reduce((sum, { usdt }) => sum + usdt, 0n)
    const [by = ''] = approval.approvers
    const customers = sumOf(({ customer }) => customer === approval.customer)
    const reviewers = sumOf(({ approvers }) => approvers.includes(by))
    if (approval.kind !== 'kyc' && customers > alonePerDay) return `${customers} for the customer on the day`
    return approval.kind !== 'kyc' && reviewers > alonePerDay ? `${reviewers} by one person on the day` : null
  }

  private samePersonApprovedAll({ customer, approvers }: Approval): string | null {
    const alone = [...this.approvals.values()].filter(
      (one) => one.customer === customer && one.approvers.length === 1 && one.approvers[0] === approvers[0],
    )
    const kinds = allThree.filter((kind) => alone.some((one) => one.kind === kind))
    return approvers.length === 1 && kinds.length === allThree.length
      ? 'the same person alone approved identity, deposit and withdrawal'
      : null
  }

  private reportFinding(finding: string): void {
    this.world.reportFinding(finding)
  }
}

interface CaseDecision {
  readonly kind: CaseKindName
  readonly id: string
  readonly verdict: 'approve' | 'reject'
  readonly approvers: readonly string[]
  readonly row: CaseRow
}

/** Finds cases that stand as approved without an entry in the log by whom, two of them where it was proposed. */
export const approvalsWithoutNotice = `
  SELECT format('%s %s stands as approved, and no entry of the log says by whom', kind, id) AS finding
    FROM (SELECT 'withdrawal' AS kind, id::text FROM funding_withdrawals WHERE status IN ('approved', 'sent', 'completed', 'failed')
          UNION ALL SELECT 'recharge', id::text FROM funding_deposits d WHERE status = 'approved'
             AND NOT EXISTS (SELECT FROM funding_deposit_events e WHERE e.deposit_id = d.id AND e.decided_by = 'chain')
          UNION ALL SELECT 'kyc', id::text FROM kyc_cases WHERE status = 'approved'
          UNION ALL SELECT 'loan', id::text FROM loans WHERE status IN ('repaying', 'overdue', 'repaid')) approved
   WHERE NOT EXISTS (SELECT FROM trust_audit a WHERE a.subject = kind || ':' || id AND a.action = kind || '.approve')
  UNION ALL
  SELECT format('proposal %s (%s) of %s was approved by %s', id, kind, proposed_by, decided_by) FROM operators_proposals p
   WHERE status = 'approved' AND (decided_by IS NULL OR decided_by = proposed_by
      OR NOT EXISTS (SELECT FROM trust_audit a WHERE a.subject = 'proposal:' || p.id AND a.action = p.kind || '.approve'))`
