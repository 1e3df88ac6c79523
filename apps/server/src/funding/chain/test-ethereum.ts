import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Abi, createTestClient, type Hash, http, parseAbi, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'

const require = createRequire(import.meta.url)

/** A real local Ethereum node that mines on request, with a real ERC-20 contract on it. */
export interface TestEthereum {
  readonly url: string
  /** The contract that represents USDT, and another of the same kind that does not. */
  readonly token: string
  readonly otherToken: string
  /** Waits for a block. In wei. */
  payEther(to: string, wei: bigint): Promise<Hash>
  /** Waits for a block. In the token's smallest unit (six decimals). */
  payToken(to: string | readonly string[], minor: bigint, token?: string): Promise<Hash>
  /** A transfer of more than there is: it gets into a block and fails there. */
  payTooMuch(to: string): Promise<Hash>
  mine(count: number): Promise<void>
  /** Removes the newest blocks and their transactions. */
  rollBack(depth: number): Promise<void>
  close(): Promise<void>
}

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferToAll(address[] to, uint256 value)',
])

/** `port`: of an earlier node; a free one by default. */
export async function startTestEthereum(port = 0): Promise<TestEthereum> {
  const home = mkdtempSync(join(tmpdir(), 'candor-anvil-'))
  const node = spawn(anvilPath(), ['--port', String(port), '--no-mining'], {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://${await addressOf(node)}`
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
  const [account] = await client.getAddresses()
  if (account === undefined) throw new Error('the local chain has no funded account')
  const { abi, bytecode } = compiledToken()
  const deploy = async () => {
    const hash = await client.deployContract({ abi, bytecode, account, args: [6, 10n ** 15n] })
    await client.mine({ blocks: 1 })
    const { contractAddress } = await client.getTransactionReceipt({ hash })
    if (contractAddress == null) throw new Error('the token was not deployed')
    return contractAddress
  }
  const token = await deploy()
  const otherToken = await deploy()
  return {
    url,
    token,
    otherToken,
    payEther: (to, value) => client.sendTransaction({ account, to: to as Hash, value }),
    payToken: (to, minor, address = token) => {
      const call = { account, abi: tokenAbi, address: address as Hash, gas: 500_000n }
      return typeof to === 'string'
        ? client.writeContract({ ...call, functionName: 'transfer', args: [to as Hash, minor] })
        : client.writeContract({
            ...call,
            functionName: 'transferToAll',
            args: [to as readonly Hash[], minor],
          })
    },
    payTooMuch: (to) =>
      client.writeContract({
        account,
        abi: tokenAbi,
        address: token,
        functionName: 'transfer',
        args: [to as Hash, 10n ** 18n],
        // Given, so that the node does not first estimate whether it would succeed.
        gas: 100_000n,
      }),
    mine: (blocks) => client.mine({ blocks }),
    rollBack: async (depth) => {
      await client.request({ method: 'anvil_rollback' as never, params: [depth] as never })
    },
    close: async () => {
      const ended = new Promise((resolve) => node.once('exit', resolve))
      node.kill()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The node comes from npm for the platforms it is published for; elsewhere ANVIL is its path. */
function anvilPath(): string {
  const given = process.env.ANVIL
  if (given !== undefined && given !== '') return given
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    return require.resolve(`@foundry-rs/anvil-${platform}/bin/anvil`)
  } catch {
    throw new Error(`npm brings no local Ethereum node for ${platform}: set ANVIL to the path of one`)
  }
}

function addressOf(node: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (node.stdout === null) return reject(new Error('the local chain says nothing'))
    node.once('error', reject)
    node.once('exit', (code) => reject(new Error(`the local chain ended with ${code}`)))
    createInterface({ input: node.stdout }).on('line', (line) => {
      const found = /Listening on ([\d.]+:\d+)/.exec(line)
      if (found?.[1] !== undefined) resolve(found[1])
    })
  })
}

interface Compiled {
  readonly contracts?: {
    readonly 'token.sol'?: {
      readonly TestToken?: {
        readonly abi: Abi
        readonly evm: { readonly bytecode: { readonly object: string } }
      }
    }
  }
  readonly errors?: unknown
}

interface Token {
  readonly abi: Abi
  readonly bytecode: Hash
}

/** Compiled once for all test processes, because loading the compiler alone takes a second. */
function compiledToken(): Token {
  const source = readFileSync(new URL('test-token.sol', import.meta.url), 'utf8')
  const folder = fileURLToPath(new URL('../../../.cache/test-token', import.meta.url))
  const file = join(folder, `${createHash('sha256').update(source).digest('hex')}.json`)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Token
  } catch {
    const token = compileToken(source)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(token))
    renameSync(`${file}.${process.pid}`, file)
    return token
  }
}

function compileToken(content: string): Token {
  const solc: { compile(input: string): string } = require('solc')
  const compilerInput = {
    language: 'Solidity',
    sources: { 'token.sol': { content } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const compiled = JSON.parse(solc.compile(JSON.stringify(compilerInput))) as Compiled
  const contract = compiled.contracts?.['token.sol']?.TestToken
  if (contract === undefined)
    throw new Error(`the token does not compile: ${JSON.stringify(compiled.errors)}`)
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}
