import { Amount, type AssetCode, assetCodes } from '@candor/money'
import { buildSumTree, checkSumPath, liabilityLeafText, repeatedPlaces, type SumNode } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import { beforeTheFirst } from '../audit/audit-chain.ts'
import { isSigned } from '../receipts/is-signed.ts'
import type { KeySet } from '../receipts/receipt-keys.ts'
import type { ChecksSignature } from './liabilities-context.ts'
import { type AssetPart, type LiabilitiesSigned, nodesOf, type SignedProof } from './liabilities-store.ts'
import { hashOfLiabilities, sha256Hex } from './publish-liabilities.ts'

/**
 * Recomputes every published proof: its signature, that each follows the one before, and, where the tree is still stored, that its leaves
 * lead to the root and its total. `archived` are documents that a third party stored; they must be among ours.
 */
export async function checkLiabilities(
  db: Database,
  { keys, checkSignature }: CheckedWith,
  archived: readonly LiabilitiesSigned[],
): Promise<{ readonly proofs: number; readonly findings: readonly string[] }> {
  const rows = await db.query.selectFrom('trust_liabilities').selectAll().orderBy('date').execute()
  const findings: string[] = []
  const hashes = new Set<string>()
  let previous = beforeTheFirst
  for (const { document: text, key_id: keyId, signature } of rows) {
    const document: LiabilitiesSigned = JSON.parse(text)
    if (!isSigned({ keyId, signature, document }, keys))
      findings.push(`the proof of ${document.date} is not signed by a known key`)
    if (document.previous !== previous)
      findings.push(`the proof of ${document.date} does not follow the one before it`)
    for (const part of document.assets) findings.push(...(await faultsOfTree(db, document.date, part)))
    findings.push(...faultsOfControl(document, checkSignature), ...repeatedAddresses(document))
    previous = hashOfLiabilities(document)
    hashes.add(previous)
  }
  for (const document of archived)
    if (!hashes.has(hashOfLiabilities(document)))
      findings.push(`the proof of ${document.date} that was saved is not published here any more`)
  return { proofs: rows.length, findings }
}

/** Inputs for checking a proof, apart from the proof itself. */
export interface CheckedWith {
  readonly keys: KeySet
  readonly checkSignature: ChecksSignature
}

async function faultsOfTree(db: Database, date: string, part: AssetPart): Promise<string[]> {
  const nodes = await nodesOf(db.query, date, part.asset).execute()
  if (nodes.length === 0) return []
  const leaves = nodes.filter(({ level }) => level === 0)
  const levels = buildSumTree(
    leaves.map(({ user_id: customer, minor, salt }) => ({
      minor,
      hash: sha256Hex(
        liabilityLeafText({ date, asset: part.asset, customer: customer ?? '', minor, salt: salt ?? '' }),
      ),
    })),
    sha256Hex,
  )
  const root = levels.at(-1)?.[0]
  const owed = Amount.parse(part.asset, part.owed)?.minor
  const computed = levels.flat().map(({ minor, hash }) => `${minor}|${hash}`)
  const stored = nodes.map(({ minor, hash }) => `${minor}|${hash}`)
  if (root?.hash === part.root && root?.minor === owed && computed.join() === stored.join()) return []
  return [`the tree of ${date} in ${part.asset} does not lead to what was published`]
}

/**
 * Finds holdings marked as verified on chain without a signature of their address's key. Documents from before control was
 * required show none.
 */
function faultsOfControl({ date, assets }: LiabilitiesSigned, checkSignature: ChecksSignature): string[] {
  return assets.flatMap(({ held }) =>
    held
      .filter(({ network, address, control }) => {
        if (control === null || control === undefined) return false
        return (
          network === null ||
          address === null ||
          checkSignature(network, { ...control, address }) !== 'signed'
        )
      })
      .map(({ name }) => `${date}: the signature that shows control of “${name}” is not of its address`),
  )
}

/** Finds addresses under more than one name, whose coins the total of the holdings counts more than once. */
function repeatedAddresses({ date, assets }: LiabilitiesSigned): string[] {
  return assets.flatMap(({ held }) =>
    repeatedPlaces(held).map(
      ({ name, address }) => `${date}: “${name}” repeats the address ${address} of another place`,
    ),
  )
}

/** Download for a customer: the signed proof with their own leaves. */
export interface OwnProof {
  readonly proof: SignedProof
  readonly leaves: readonly {
    readonly asset: AssetCode
    readonly customer: string
    readonly amount: string
    readonly salt: string
    readonly path: readonly {
      readonly side: 'left' | 'right'
      readonly amount: string
      readonly hash: string
    }[]
  }[]
}

/** Checks a downloaded proof offline, with the customer's saved keys. Returns the findings. */
export async function checkOwnProof(
  { proof, leaves }: OwnProof,
  { keys, checkSignature }: CheckedWith,
): Promise<readonly string[]> {
  const findings = isSigned(proof, keys) ? [] : ['the signature is not of this document by a known key']
  findings.push(...faultsOfControl(proof.document, checkSignature), ...repeatedAddresses(proof.document))
  for (const { asset, customer, amount, salt, path } of leaves) {
    const part = proof.document.assets.find((one) => one.asset === asset)
    const verdict = await checkSumPath(
      { date: proof.document.date, asset, customer, minor: minorOf(asset, amount), salt },
      path.map((step) => ({ side: step.side, minor: minorOf(asset, step.amount), hash: step.hash })),
      rootOf(part),
      async (text) => sha256Hex(text),
    )
    if (verdict !== 'included')
      findings.push(`${amount} ${asset}: not part of what was published (${verdict})`)
  }
  return findings
}

const rootOf = (part: AssetPart | undefined): SumNode => ({
  minor: part === undefined ? 0n : minorOf(part.asset, part.owed),
  hash: part?.root ?? '',
})

/** Throws on what is no amount of the asset: such a file is no proof. */
function minorOf(asset: AssetCode, text: string): bigint {
  const amount = assetCodes.includes(asset) ? Amount.parse(asset, text) : null
  if (amount === null) throw new Error(`“${text}” is not an amount of ${asset}`)
  return amount.minor
}
