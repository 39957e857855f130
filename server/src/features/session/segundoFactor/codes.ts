import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30
/** The length of a SHA-1 hash, as RFC 4226 recommends. */
const secretBytes = 20
/** Tolerance for clock drift and typing time, in steps to either side. */
const maxStepDrift = 1

export const newSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes)

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer })
export const base32Of = (bytes: Uint8Array): string => secretOf(bytes).base32

/** Returns the otpauth URI for authenticator apps, whose defaults are six digits, SHA-1 and 30 s. */
export function uriOf(secreto: string, empresa: string, username: string): string {
  const [issuer, name] = [empresa, username].map(encodeURIComponent)
  return `otpauth://totp/${issuer}:${name}?secret=${secreto}&issuer=${issuer}`
}

/** Returns the TOTP step (RFC 6238) whose code this is, within the tolerance; undefined for a wrong code. */
export function stepOf(codigo: string, secret: Uint8Array, moment: Date): number | undefined {
  if (!/^\d{6}$/.test(codigo)) return undefined
  const timestamp = moment.getTime()
  const totp = new TOTP({ secret: secretOf(secret), algorithm: 'SHA1', digits: 6, period: stepSeconds })
  const delta = totp.validate({ token: codigo, timestamp, window: maxStepDrift })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / stepSeconds) + delta
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const recoveryCodeHalf = 5

/** Returns 50 random bits as 'xxxxx-xxxxx'. */
const newRecoveryCode = () => {
  const part = () =>
    Array.from({ length: recoveryCodeHalf }, () => letters[randomInt(letters.length)]).join('')
  return `${part()}-${part()}`
}
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newRecoveryCode)

/** Returns a recovery code in the form that is hashed; undefined if the format is wrong. */
export const recoveryCodeIn = (codigo: string): string | undefined => {
  const plain = codigo.replaceAll('-', '').toLowerCase()
  return /^[a-z2-7]{10}$/.test(plain) ? plain : undefined
}
