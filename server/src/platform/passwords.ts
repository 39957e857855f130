import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import type { dictionary as Dictionary } from '@zxcvbn-ts/language-common'
import argon2 from 'argon2'

/** OWASP's parameters for argon2id: 19 MiB, two iterations, one lane. */
const argon2Parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const minLength = 8

/** Additions to the English list. */
const spanishCommonPasswords =
  'contraseña contraseña1 contraseña123 administrador admin1234 transporte transportes usuario1 usuario123 bienvenido bienvenido1 hola1234 guatemala1'

let commonPasswords: Set<string> | undefined

/** Loads the list at the first use, because it takes 20 MB and passwords change rarely. */
function isCommon(password: string): boolean {
  if (!commonPasswords) {
    // `require` has no types.
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
      dictionary: typeof Dictionary
    }
    const words = [...dictionary['passwords-common'], ...spanishCommonPasswords.split(' ')]
    commonPasswords = new Set(words.filter((word) => word.length >= minLength))
  }
  return commonPasswords.has(password.toLowerCase())
}

/** Detects repetitions of up to 4 characters and sequences such as 'abcdefgh' or '87654321'. */
function isPattern(password: string): boolean {
  if (!/^[a-z0-9]{8,16}$/i.test(password)) return false
  const points = Array.from(password, (letter) => letter.codePointAt(0) ?? 0)
  const steps = points.slice(1).map((point, i) => point - (points[i] ?? 0))
  const repeats = (every: number) => points.every((point, i) => i < every || point === points[i - every])
  return [1, 2, 3, 4].some(repeats) || [1, -1].some((step) => steps.every((each) => each === step))
}

/** Returns the reason to reject a password (docs/contract/sessions.md), or undefined. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length
  if (length < minLength) return `Mínimo ${minLength} caracteres.`
  if (length > 128) return 'Máximo 128 caracteres.'
  if (isCommon(password) || isPattern(password)) return 'Esa contraseña es muy común. Elige otra.'
  return undefined
}

/** Omits letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** Leaves one core for other requests and one of Node's four threads for files. */
const maxParallelHashes = Math.min(3, Math.max(1, availableParallelism() - 1))
let freeSlots = maxParallelHashes
/** Moving average of recent hashes. */
let averageHashMs = 50
const waiting: (() => void)[] = []

async function runInHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (freeSlots > 0) freeSlots--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  const start = performance.now()
  try {
    return await work()
  } finally {
    averageHashMs += (performance.now() - start - averageHashMs) / 8
    const next = waiting.shift()
    if (next) next()
    else freeSlots++
  }
}

/** Estimates the wait of a hash with this many in the queue before it. */
export const estimatedHashWaitMs = (queueLength: number): number =>
  (queueLength * averageHashMs) / maxParallelHashes

/** Unifies composed and decomposed letters, which depend on the keyboard. */
const canonical = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> =>
  runInHashSlot(() => argon2.hash(canonical(password), argon2Parameters))

/** Hashes a recovery code, which is too short for a fast digest. All codes of a user share a salt. */
export const hashCodigo = (codigo: string, salt: Buffer): Promise<Buffer> =>
  runInHashSlot(() => argon2.hash(codigo, { ...argon2Parameters, salt, raw: true }))

let dummyHash: string | undefined
const getDummyHash = async () => (dummyHash ??= await hashPassword('dummy'))

/** Takes the same time for an unknown user, whose `hash` is undefined. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const dummy = await getDummyHash()
  const matches = await runInHashSlot(() => argon2.verify(hash ?? dummy, canonical(password)))
  return matches && hash !== undefined
}
