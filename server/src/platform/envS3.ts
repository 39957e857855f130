import { isIP } from 'node:net'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'

// Variables of the S3 stores for files and backups (docs/contract/configuration.md).

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))

/** Accepts `https://host[:port]/bucket[/prefix]`, and http on the loopback interface. */
function isBucket(value: string): boolean {
  if (/[\s?#@\\]/.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname, pathname } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  const [bucket, ...prefix] = pathname.slice(1).replace(/\/$/, '').split('/')
  return isSafe && bucket !== '' && !prefix.includes('')
}

const bucket = {
  takes: 'una dirección https://servidor[:puerto]/cubo[/prefijo], o http:// si es de esta misma máquina',
  schema: z
    .string()
    .refine(isBucket)
    .transform((value) => new URL(value).href.replace(/\/$/, ''))
    .optional(),
}
const word = z
  .string()
  .trim()
  .regex(/^[!-~]{1,200}$/)
const region = { takes: 'una región, como us-east-1', schema: word.default('us-east-1') }
const key = { takes: 'la llave que dio el almacén', schema: word.optional() }
const secret = { takes: 'el secreto que dio el almacén', schema: word.optional() }

export const s3Variables = {
  ARCHIVOS_S3_URL: bucket,
  ARCHIVOS_S3_REGION: region,
  ARCHIVOS_S3_KEY: key,
  ARCHIVOS_S3_SECRET: secret,
  RESPALDO_S3_URL: bucket,
  RESPALDO_S3_REGION: region,
  RESPALDO_S3_KEY: key,
  RESPALDO_S3_SECRET: secret,
}

type Variables = typeof s3Variables
export type S3Env = { [Name in keyof Variables]: z.output<Variables[Name]['schema']> }
type Purpose = 'ARCHIVOS_S3' | 'RESPALDO_S3'

/** A bucket or a part of it, with its credentials. */
export interface S3Location {
  /** Name of the variable with the URL. */
  variable: string
  /** Bucket and prefix, without a final slash. */
  url: string
  region: string
  key: string
  secret: string
}

function s3Location(env: S3Env, purpose: Purpose): S3Location | undefined {
  const [url, key, secret] = [env[`${purpose}_URL`], env[`${purpose}_KEY`], env[`${purpose}_SECRET`]]
  if (!url || !key || !secret) return undefined
  return { variable: `${purpose}_URL`, url, region: env[`${purpose}_REGION`], key, secret }
}

/** Returns undefined if files are in a folder. */
export const archivosS3Of = (env: S3Env): S3Location | undefined => s3Location(env, 'ARCHIVOS_S3')
/** Returns the offsite store of automatic backups; undefined if there is none. */
export const respaldoS3Of = (env: S3Env): S3Location | undefined => s3Location(env, 'RESPALDO_S3')

/** @throws {StartError} if a store lacks URL, KEY or SECRET, or if files have two locations */
export function assertCompleteS3(env: S3Env & { ARCHIVOS_DIR: string | undefined }): void {
  for (const purpose of ['ARCHIVOS_S3', 'RESPALDO_S3'] as const) {
    const names = [`${purpose}_URL`, `${purpose}_KEY`, `${purpose}_SECRET`] as const
    const missing = names.filter((name) => env[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) continue
    const verb = missing.length === 1 ? 'falta' : 'faltan'
    throw new StartError(`${missing.join(' y ')} ${verb}: ${names.join(', ')} van siempre juntas.`)
  }
  if (env.ARCHIVOS_DIR === undefined || env.ARCHIVOS_S3_URL === undefined) return
  throw new StartError('ARCHIVOS_DIR y ARCHIVOS_S3_URL nombran dos lugares para los archivos: deja solo una.')
}
