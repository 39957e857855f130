import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { isLatin } from '@flota/contract/account/usuarios.ts'
import { isVisible } from '@flota/contract/core/values.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'
import { parseServers } from './databaseUrl.ts'
import { archivosS3Of, assertCompleteS3, type S3Env, s3Variables } from './envS3.ts'

const isZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('es-GT', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Accepts an IP address or a network in CIDR notation. */
const isNetwork = (value: string) => {
  const [address = '', bits, ...rest] = value.split('/')
  const size = isIP(address) === 6 ? 128 : 32
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size)
  return isIP(address) !== 0 && fits && rest.length === 0
}

const isHost = (value: string) => isIP(value) !== 0 || /^[^\s:/@]+$/.test(value)

const isPublicUrl = (value: string) =>
  /^https?:\/\/[^\s?#@]+[^\s?#@/]$/.test(value) && value.length <= 200 && URL.canParse(value)

/** Rejects query parameters, because nodemailer's could disable certificate checks. */
const isMailServer = (value: string) =>
  /^smtps?:\/\/[^\s/?#]+\/?$/.test(value) && URL.canParse(value) && new URL(value).hostname !== ''

/** Accepts an address or `Nombre <dirección>`. */
const isSender = (value: string) =>
  /^([^<>\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value)

const text = (max: number) => z.string().trim().min(1).max(max)
const portDescription = 'un puerto de 0 a 65535'
const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((n) => n <= 65535)
const folder = z
  .string()
  .min(1)
  .transform((path) => resolve(path))
const folderDescription = 'la ruta de una carpeta'
const postgresUrl = z.string().refine((value) => parseServers(value).length > 0)

/** `true` trusts the peer alone, one proxy; a list trusts these proxies. */
const trustProxy = z
  .string()
  .transform((value) => {
    if (value === 'false') return false as const
    if (value === 'true') return (_address: string, hop: number) => hop === 0
    return value.split(',').map((address) => address.trim())
  })
  .refine((value) => !Array.isArray(value) || value.every(isNetwork))

const postgresAddress = 'una dirección postgres://usuario:clave@servidor/base (o servidor1,servidor2)'

/** `takes` completes the error message for a bad value (docs/contract/configuration.md). */
const variables = {
  PORT: { takes: portDescription, schema: port.default(3000) },
  HOST: {
    takes: 'un nombre o una dirección donde escuchar',
    schema: text(255).refine(isHost).default('127.0.0.1'),
  },
  DATA_DIR: { takes: folderDescription, schema: folder.prefault('./data') },
  BACKUP_DIR: {
    takes: 'la ruta de una carpeta, u off',
    schema: z.literal('off').or(folder).optional(),
  },
  ARCHIVOS_DIR: { takes: folderDescription, schema: folder.optional() },
  ...s3Variables,
  POSTGRES_BIN: { takes: folderDescription, schema: folder.optional() },
  DATABASE_URL: { takes: postgresAddress, schema: postgresUrl.optional() },
  DATABASE_REPLICA_URL: { takes: postgresAddress, schema: postgresUrl.optional() },
  ADMIN_USERNAME: {
    takes: 'un nombre de usuario de 1 a 60 caracteres, con letras latinas',
    schema: text(60).refine(isVisible).refine(isLatin).default('admin'),
  },
  ADMIN_PASSWORD: { takes: 'una contraseña', schema: z.string().min(1).optional() },
  EMPRESA_NOMBRE: { takes: 'un texto de 1 a 100 caracteres', schema: text(100).default('Transportes') },
  TZ_EMPRESA: {
    takes: 'una zona horaria, como America/Guatemala',
    schema: z.string().refine(isZone).default('America/Guatemala'),
  },
  URL_PUBLICA: {
    takes: 'una dirección http:// o https:// sin barra al final',
    schema: z.string().refine(isPublicUrl).optional(),
  },
  TRUST_PROXY: {
    takes: 'true, false o una lista de direcciones separadas por comas',
    schema: trustProxy.default(false),
  },
  DISCO_MINIMO_MB: {
    takes: 'un número entero de megabytes, de 0 a 999999999',
    schema: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .default(256),
  },
  SMTP_URL: {
    takes: 'una dirección smtp://usuario:clave@servidor:puerto, o smtps://',
    schema: z.string().refine(isMailServer).optional(),
  },
  CORREO_REMITENTE: {
    takes: 'una dirección de correo, o Nombre <dirección>',
    schema: text(200).refine(isSender).optional(),
  },
  METRICS_PORT: { takes: portDescription, schema: port.optional() },
  LOG_LEVEL: {
    takes: 'fatal, error, warn, info, debug, trace o silent',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  },
}

type Variables = typeof variables
export type Env = { [Name in keyof Variables]: z.output<Variables[Name]['schema']> }

/** Variables of the file store. */
export type FilesEnv = Pick<Env, 'ARCHIVOS_DIR' | 'DATA_DIR'> & S3Env

/** Returns the folder of files, or the staging folder of an S3 store. */
export const archivosDirOf = ({ ARCHIVOS_DIR, DATA_DIR }: Pick<Env, 'ARCHIVOS_DIR' | 'DATA_DIR'>): string =>
  ARCHIVOS_DIR ?? join(DATA_DIR, 'archivos')

/** Returns the location of files, to show to the operator. */
export const archivosLocation = (env: FilesEnv): string => archivosS3Of(env)?.url ?? archivosDirOf(env)
/** Returns the name of the variable with that location. */
export const archivosVariableOf = (env: FilesEnv) => (archivosS3Of(env) ? 'ARCHIVOS_S3_URL' : 'ARCHIVOS_DIR')

/** Parses all variables; an empty one counts as unset. @throws {StartError} with the variable and its valid values */
export function readEnv(source: Record<string, string | undefined>): Env {
  const entries = Object.entries(variables).map(([name, { takes, schema }]) => {
    const parsed = schema.safeParse(source[name] || undefined)
    if (!parsed.success) throw new StartError(`${name} no es válida: debe ser ${takes}.`)
    return [name, parsed.data]
  })
  // The keys are those of `variables`, which fromEntries can't type.
  const env = Object.fromEntries(entries) as Env
  assertCompleteS3(env)
  assertAllOrNone(env, ['SMTP_URL', 'CORREO_REMITENTE'])
  return env
}

/** @throws {StartError} if only some of the variables are set */
function assertAllOrNone(env: Env, names: readonly (keyof Env)[]): void {
  const set = names.find((name) => env[name] !== undefined)
  const missing = names.find((name) => env[name] === undefined)
  if (set && missing) throw new StartError(`${set} pide también ${missing}: define las dos, o ninguna.`)
}
