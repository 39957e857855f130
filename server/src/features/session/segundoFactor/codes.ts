import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Seconds that a code is shown for. */
const stepSeconds = 30
/** As many bytes as SHA-1 gives: what RFC 4226 recommends. */
const secretBytes = 20
/** Steps to either side: a clock may be that much off, and a code is read before it is typed. */
const maxStepDrift = 1

export const newSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes)

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer })
export const base32Of = (bytes: Uint8Array): string => secretOf(bytes).base32

/** What an app makes the same codes of; it takes six digits, SHA-1 and 30 s for granted. */
export function uriOf(secreto: string, empresa: string, username: string): string {
  const [issuer, name] = [empresa, username].map(encodeURIComponent)
  return `otpauth://totp/${issuer}:${name}?secret=${secreto}&issuer=${issuer}`
}

/**
 * Of which step a code is, by RFC 6238: the moment's own or one beside it.
 * @returns undefined where it is of none
 */
export function stepOf(codigo: string, secret: Uint8Array, moment: Date): number | undefined {
  if (!/^\d{6}$/.test(codigo)) return undefined
  const timestamp = moment.getTime()
  const totp = new TOTP({ secret: secretOf(secret), algorithm: 'SHA1', digits: 6, period: stepSeconds })
  const delta = totp.validate({ token: codigo, timestamp, window: maxStepDrift })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / stepSeconds) + delta
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const recoveryCodeHalf = 5

/** 50 bits, 'xxxxx-xxxxx'. */
const newRecoveryCode = () => {
  const part = () =>
    Array.from({ length: recoveryCodeHalf }, () => letters[randomInt(letters.length)]).join('')
  return `${part()}-${part()}`
}
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newRecoveryCode)

/** A recovery code without its hyphen, as it is hashed; undefined where it can't be one. */
export const recoveryCodeIn = (codigo: string): string | undefined => {
  const plain = codigo.replaceAll('-', '').toLowerCase()
  return /^[a-z2-7]{10}$/.test(plain) ? plain : undefined
}
