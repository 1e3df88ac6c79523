import { checkSignedMessage } from '../../funding/chain/signed-message.ts'
import { checkLiabilities, checkOwnProof, type OwnProof } from '../../proofs/liabilities/check-liabilities.ts'
import { withData } from '../open-data.ts'
import { CommandError, say, sayFound } from '../say.ts'
import { keysFor, readJson, type VerifyOptions } from './saved-keys.ts'

/** A downloaded proof is checked offline; without one, every proof the installation published is computed again. */
export async function verifyLiabilitiesCommand(
  file: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  const checked = { keys: await keysFor(options), checkSignature: checkSignedMessage }
  if (file === undefined) {
    const { proofs, findings } = await withData(options.data, ({ db }) => checkLiabilities(db, checked, []))
    if (findings.length > 0) sayFound(['the proofs of liabilities are not valid', ...findings].join('\n'))
    else say(`the proofs of liabilities are valid: ${proofs} published`)
    return
  }
  const own = ownProofIn(await readJson(file), file)
  const findings = await checkOwnProof(own, checked)
  if (findings.length > 0) sayFound(['not valid', ...findings].join('\n'))
  else
    say(
      `valid: included in the liabilities of ${own.proof.document.date}: ${own.leaves.length} of your balances`,
    )
}

function ownProofIn(json: unknown, file: string): OwnProof {
  const { proof, leaves } = (json ?? {}) as Partial<OwnProof>
  if (typeof proof?.document === 'object' && Array.isArray(proof.document.assets) && Array.isArray(leaves))
    return { proof, leaves }
  throw new CommandError(`${file} contains no proof of liabilities.`)
}
