import { createHmac } from 'node:crypto'
import type { ApiResponse, Client } from './testApp.ts'
import { userPassword } from './users.ts'

// Authenticator app by RFC 4226 and RFC 6238, independent of the program's library.

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function decodeBase32(base32: string): Buffer {
  const bits = Array.from(base32, (letter) =>
    base32Letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the six digits at a moment (ms since 1970). */
export function codeAt(secreto: string, moment: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / 30_000)))
  const digest = createHmac('sha1', decodeBase32(secreto)).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Returns six digits that are invalid around this moment. */
export function wrongCodeAt(secreto: string, moment: number): string {
  const validCodes = [-2, -1, 0, 1, 2].map((step) => codeAt(secreto, moment + step * 30_000))
  return (
    ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !validCodes.includes(code)) ??
    ''
  )
}

export const segundoFactorPath = '/api/auth/segundo-factor'

export interface ActivatedFactor {
  secreto: string
  recuperacion: string[]
  /** Response of the confirmation. */
  answer: ApiResponse
}

/** Activates a second factor for a user with `userPassword`. */
export async function activateFactor(client: Client, moment = Date.now()): Promise<ActivatedFactor> {
  const { secreto } = (await client.post(segundoFactorPath, { actual: userPassword })).body.data
  const answer = await client.put(segundoFactorPath, { codigo: codeAt(secreto, moment) })
  return { secreto, recuperacion: answer.body.data.recuperacion, answer }
}

export const removeFactor = (client: Client, codigo: string) =>
  client.delete(`${segundoFactorPath}?codigo=${encodeURIComponent(codigo)}`)
