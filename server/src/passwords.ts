import { availableParallelism } from 'node:os'
import { dictionary } from '@zxcvbn-ts/language-common'
import argon2 from 'argon2'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const minLength = 8

/** What people write first when a Spanish office asks for eight characters. */
const spanish = ['contraseña', 'administrador', 'transporte', 'transportes', 'usuario123', 'bienvenido']
const common = new Set(
  [...dictionary['passwords-common'], ...spanish].filter((word) => word.length >= minLength),
)

/** Why this can't be a password (contract.md section 4), or undefined when it can. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length
  if (length < minLength) return `Mínimo ${minLength} caracteres.`
  if (length > 128) return 'Máximo 128 caracteres.'
  if (common.has(password.toLowerCase())) return 'Esa contraseña es muy común. Elige otra.'
  return undefined
}

/** One core stays with everybody else's calls while passwords are hashed. */
let free = Math.max(1, availableParallelism() - 1)
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

/** The same letters typed on another keyboard are the same password. */
const canonical = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => argon2.hash(canonical(password), parameters))

let nobodysHash: Promise<string> | undefined

/** Takes as long for a name that does not exist (`hash` undefined) as for one that does. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this one')
  const against = hash ?? (await nobodysHash)
  const matches = await inTurn(() => argon2.verify(against, canonical(password)))
  return matches && hash !== undefined
}
