import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProposalShown } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signInOperator, type TestOperator } from '../../testing/test-operators.ts'

let app: TestApp
let approvers: TestOperator[]
let admin: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  admin = await signInOperator(app, 'admin')
  approvers = [
    admin,
    await signInOperator(app, 'risk'),
    await signInOperator(app, 'finance'),
    await signInOperator(app, 'content'),
  ]
})
afterAll(() => app.dispose())

const serverSource = join(import.meta.dirname, '../..')

/** The dotted kinds that the server's source declares. */
function declaredKinds(): string[] {
  const files = readdirSync(serverSource, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const found = files.flatMap((file) =>
    [...readFileSync(join(serverSource, file), 'utf8').matchAll(/kind: '([a-z]+\.[a-zA-Z.]+)'/g)].map(
      ([, kind]) => kind ?? '',
    ),
  )
  return [...new Set(found)].sort()
}

/** A proposal of this kind, whatever it says: its author is judged before it is read. */
async function addProposal(kind: string, proposedBy: string): Promise<string> {
  const id = randomUUID()
  await app.db.pool.query(
    `INSERT INTO operators_proposals (id, kind, payload, summary, reason, proposed_by, proposed_at, expires_at)
     VALUES ($1, $2, '{}', 'a proposal', 'a good reason', $3, to_timestamp($4), to_timestamp($4 + 86400))`,
    [id, kind, proposedBy, app.now() / 1000],
  )
  return id
}

const approveAs = async (who: TestOperator, id: string) =>
  (await who.call('opsApproveProposal', { id, shownHash: '0'.repeat(64) })).code

/** The first answer of an approver whose role may decide this kind. */
async function codeFor(id: string): Promise<number> {
  for (const who of approvers) {
    const code = await approveAs(who, id)
    if (code !== 11005) return code
  }
  throw new Error('no role of the test may decide this')
}

test('T10: no kind of proposal can be approved once its proposer was disabled or got another role', async () => {
  const kinds = declaredKinds()
  expect(kinds.length).toBeGreaterThan(10)
  const disabled = await signInOperator(app, 'admin')
  const moved = await signInOperator(app, 'admin')
  const proposals = await Promise.all(
    kinds.flatMap((kind) =>
      [disabled, moved].map(async ({ id }) => ({ kind, id: await addProposal(kind, id) })),
    ),
  )
  const admins = [disabled.id, moved.id]
  await app.db.pool.query('UPDATE operators_people SET disabled_at = now() WHERE id = $1', [disabled.id])
  await app.db.pool.query("UPDATE operators_people SET role = 'content' WHERE id = $1", [moved.id])
  for (const { kind, id } of proposals) expect([kind, await codeFor(id)]).toEqual([kind, 11008])
  // Access that was given back does not bring the old word back.
  await app.db.pool.query(
    "UPDATE operators_people SET disabled_at = NULL, role = 'admin' WHERE id = ANY ($1::uuid[])",
    [admins],
  )
  for (const { kind, id } of proposals) expect([kind, await codeFor(id)]).toEqual([kind, 11008])
})

test('T10: an approval that counts is refused for another reason, so the check above is what refuses', async () => {
  const proposer = await signInOperator(app, 'risk')
  const id = await addProposal('parameters.change', proposer.id)
  expect(await codeFor(id)).not.toBe(11008)
})

test('T10: a proposal whose proposer left shows that and is not offered for approval', async () => {
  const proposer = await signInOperator(app, 'risk')
  const change = { key: 'depositConfirmations.BTC', value: 4, reason: 'a deeper chain' }
  const { proposalId: id } = resultOf<{ proposalId: string }>(
    await proposer.call('opsChangeParameter', change),
  )
  const shown = async () => resultOf<ProposalShown>(await admin.call('opsProposal', { id }))
  expect((await shown()).mayApprove).toBe(true)
  await app.db.pool.query('UPDATE operators_people SET disabled_at = now() WHERE id = $1', [proposer.id])
  const { mayApprove, sections } = await shown()
  expect([mayApprove, sections.at(-1)?.title]).toEqual([false, 'Can no longer be approved'])
})

test('T10: the database lets no proposal of a disabled operator take effect', async () => {
  const proposer = await signInOperator(app, 'risk')
  const decide = (id: string) =>
    app.db.pool.query(
      "UPDATE operators_proposals SET status = 'approved', decided_by = $2, decided_at = now() WHERE id = $1",
      [id, admin.id],
    )
  const id = await addProposal('parameters.change', proposer.id)
  await app.db.pool.query('UPDATE operators_people SET disabled_at = now() WHERE id = $1', [proposer.id])
  await expect(decide(id)).rejects.toThrow('two operators who may still decide')
  await app.db.pool.query('UPDATE operators_people SET disabled_at = NULL WHERE id = $1', [proposer.id])
  await expect(decide(id)).rejects.toThrow('two operators who may still decide')
  await expect(decide(await addProposal('parameters.change', proposer.id))).resolves.toBeDefined()
})
