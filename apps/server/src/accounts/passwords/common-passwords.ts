import { createHash } from 'node:crypto'
import { breachedPrints } from './breached-passwords.ts'

/**
 * Checks whether a password is easy to guess. Such a password is a common word, name or keyboard run (also in the usual
 * disguises, `p@ssw0rd`), alone, doubled, or with a tail of digits and signs; or one short pattern repeated; or a sequence; or
 * a name (ours, or one of `names`, which are the owner's) with less than eight further characters. Each word covers some
 * thousands of entries of the well-known lists. The most used passwords that no rule finds are known by their hash.
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  if (isRepeated(lower) || isRun(lower) || isWordWithTail(lower)) return true
  return isNameWithTail(lower, names) || isBreached(lower)
}

const printBytes = 5
const prints = Buffer.from(breachedPrints, 'base64')

/** Looks up the password's hash in the sorted list. */
function isBreached(text: string): boolean {
  const print = createHash('sha256').update(text).digest().subarray(0, printBytes)
  let [low, high] = [0, prints.length / printBytes]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = Buffer.compare(print, prints.subarray(middle * printBytes, (middle + 1) * printBytes))
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}

const ourNames = ['candor']
/** Characters that a password needs in addition to a name in it: as many as a whole password needs. */
const minPasswordRest = 8
const shortestName = 4

/** True for a password that is mostly one of these names: guesses at one account's password begin with what it is called. An address counts by the part before its `@`. */
function isNameWithTail(text: string, names: readonly string[]): boolean {
  const undisguised = withoutDisguise(text)
  return [...ourNames, ...names]
    .map((name) => name.normalize('NFKC').toLowerCase().replace(/@.*$/, ''))
    .filter((name) => name.length >= shortestName)
    .some((name) => [text, undisguised].some((one) => isMostly(one, name)))
}

const isMostly = (text: string, name: string): boolean =>
  text.includes(name) && text.replaceAll(name, '').length < minPasswordRest

const isRepeated = (text: string) => /^(.{1,6})\1+.{0,3}$/u.test(text)

/** `1234567890`, `abcdefghij`, `9876543210`: every step the same. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((char, at) => char.charCodeAt(0) - text.charCodeAt(at))
  const even = steps.filter((step) => step === 1 || step === -1 || step === -9 || step === 9)
  return even.length >= steps.length - 1
}

const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const withoutDisguise = (text: string): string => [...text].map((char) => disguises[char] ?? char).join('')

function isWordWithTail(text: string): boolean {
  const bare = text.replace(/[^\p{L}]{0,8}$/u, '').replace(/^[^\p{L}@$]{1,4}/u, '')
  const plain = withoutDisguise(bare)
  const half = plain.slice(0, plain.length / 2)
  return words.has(bare) || words.has(plain) || (half + half === plain && words.has(half))
}

const words: ReadonlySet<string> = new Set(
  `password passwort passwords passwd pass motdepasse contrasena contraseña senha parola wachtwoord qwerty qwertyuiop qwertyui
  qwertz qwertzuiop azerty azertyuiop asdfghjkl asdfgh asdfghjklö zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qwaszx abc abcd
  abcdef abcdefg abcdefgh abcabc admin administrator root user guest test tester testing testtest temp temporary changeme
  change default welcome willkommen bienvenue login letmein letmeinnow master superuser secret topsecret hello helloworld
  hallo bonjour iloveyou iloveu loveyou lovely mylove love forever princess prince angel angels babygirl baby sweetheart
  sunshine moonlight starlight rainbow butterfly flower flowers summer winter spring autumn monday friday sunday january
  february march april june july august september october november december dragon monkey tiger lion eagle wolf shadow
  phoenix panther leopard dolphin elephant football fussball baseball basketball hockey soccer tennis golf volleyball
  superman batman spiderman ironman wonderwoman pokemon pikachu naruto starwars startrek matrix hogwarts harrypotter
  minecraft fortnite warcraft counterstrike playstation nintendo xbox killer hunter ranger soldier warrior ninja samurai
  liverpool chelsea arsenal barcelona juventus realmadrid manchester manchesterunited bayern dortmund galatasaray
  fenerbahce michael michelle jennifer jessica jordan joshua matthew andrew anthony daniel daniela david robert thomas
  charlie christian christopher alexander alexandra nicholas nicole victoria elizabeth samantha stephanie amanda ashley
  hannah william benjamin maria mariana carlos fernando patricia francesco giovanni alessandro antonio pierre isabelle
  mustang porsche ferrari mercedes corvette lamborghini yamaha harley computer internet google facebook instagram youtube
  twitter linkedin microsoft windows apple iphone samsung android money million millionaire billionaire bitcoin ethereum
  crypto cryptocurrency trading trader forex investor tothemoon freedom america canada australia germany deutschland
  france england london berlin paris newyork california texas chicago boston diamond silver golden platinum crystal cookie
  chocolate cheese pepper coffee banana orange strawberry whatever nothing trustno letmeinplease access unlock security
  company business office mustafa mohammed muhammad jesus jesuschrist christ godisgood blessed heaven genesis snoopy
  garfield mickey mickeymouse donald tinkerbell buster rocky maggie bailey ginger cooper thunder lightning hurricane
  qwert asdf zxcv poiuytrewq lkjhgfdsa mnbvcxz trustnoone iamgod ihateyou fuckyou fuckme fuckoff asshole bitch`.split(
    /\s+/,
  ),
)
