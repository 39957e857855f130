import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import type { dictionary as Dictionary } from '@zxcvbn-ts/language-common'
import argon2 from 'argon2'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const argon2Parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const minLength = 8

/** What people write first when a Spanish office asks for eight characters. */
const spanishCommonPasswords =
  'contraseña contraseña1 contraseña123 administrador admin1234 transporte transportes usuario1 usuario123 bienvenido bienvenido1 hola1234 guatemala1'

let commonPasswords: Set<string> | undefined

/** Read when the first password is chosen: 20 MB that most days need not be in memory. */
function isCommon(password: string): boolean {
  if (!commonPasswords) {
    // `require` gives no types; they are those of the same package.
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
      dictionary: typeof Dictionary
    }
    const words = [...dictionary['passwords-common'], ...spanishCommonPasswords.split(' ')]
    commonPasswords = new Set(words.filter((word) => word.length >= minLength))
  }
  return commonPasswords.has(password.toLowerCase())
}

/** Common ones that the list leaves to other means: a few keys over and over, or neighbours in turn. */
function isPattern(password: string): boolean {
  if (!/^[a-z0-9]{8,16}$/i.test(password)) return false
  const points = Array.from(password, (letter) => letter.codePointAt(0) ?? 0)
  const steps = points.slice(1).map((point, i) => point - (points[i] ?? 0))
  const repeats = (every: number) => points.every((point, i) => i < every || point === points[i - every])
  return [1, 2, 3, 4].some(repeats) || [1, -1].some((step) => steps.every((each) => each === step))
}

/** Why this can't be a password (docs/contract/sessions.md), or undefined when it can. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length
  if (length < minLength) return `Mínimo ${minLength} caracteres.`
  if (length > 128) return 'Máximo 128 caracteres.'
  if (isCommon(password) || isPattern(password)) return 'Esa contraseña es muy común. Elige otra.'
  return undefined
}

/** Without the letters and digits that look alike on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** One core stays with everybody else's calls while passwords are hashed, and one of Node's four threads with files. */
const maxParallelHashes = Math.min(3, Math.max(1, availableParallelism() - 1))
let freeSlots = maxParallelHashes
/** What a hash has taken of late, in ms. */
let averageHashMs = 50
const waiting: (() => void)[] = []

async function runInHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (freeSlots > 0) freeSlots--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  const begun = performance.now()
  try {
    return await work()
  } finally {
    averageHashMs += (performance.now() - begun - averageHashMs) / 8
    const next = waiting.shift()
    if (next) next()
    else freeSlots++
  }
}

/** About how many ms pass before the next hash begins when this many are waiting. */
export const estimatedHashWaitMs = (ahead: number): number => (ahead * averageHashMs) / maxParallelHashes

/** The same letters typed on another keyboard are the same password. */
const canonical = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> =>
  runInHashSlot(() => argon2.hash(canonical(password), argon2Parameters))

/** Of a code of so few letters that a plain digest would be guessed from: one of these salts serves all of a user's. */
export const hashCodigo = (codigo: string, salt: Buffer): Promise<Buffer> =>
  runInHashSlot(() => argon2.hash(codigo, { ...argon2Parameters, salt, raw: true }))

let dummyHash: string | undefined
const getDummyHash = async () => (dummyHash ??= await hashPassword('nobody has this one'))

/** Takes as long for a name that does not exist (`hash` undefined) as for one that does. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const nobodys = await getDummyHash()
  const matches = await runInHashSlot(() => argon2.verify(hash ?? nobodys, canonical(password)))
  return matches && hash !== undefined
}
