import { archivoErrors } from '@flota/contract/archivoLimits.ts'
import { registroOf } from '@flota/contract/registros.ts'
import pg from 'pg'
import { RecordError } from '../db/records.ts'
import { wrongRoleMessage } from '../db/servers.ts'
import {
  bodyTooLarge,
  conflict,
  HttpError,
  incompleteRequest,
  internal,
  invalidJson,
  notFound,
  notJson,
  staleRecord,
  unavailable,
  unknownAddress,
} from '../errors.ts'
import { StoreUnavailableError } from '../store/storeUnavailable.ts'

/** The sentence for each constraint that a person's data can meet: the database decides, not a check before. */
const conflictMessages: Record<string, string> = {
  camiones_placa_unica: 'La placa ya existe',
  rutas_no_ruta_unica: 'El número de ruta ya existe',
  usuarios_username_unico: 'El nombre de usuario ya existe',
  usuarios_piloto_unico: 'El piloto ya tiene un usuario',
  documento_tipos_unico: 'Ya existe ese tipo de documento.',
  tarifas_sin_traslape: 'Ya hay una tarifa para esas fechas.',
  documentos_vivo_unico: 'Ya hay un documento de este tipo. Renuévalo.',
  archivos_treinta: archivoErrors.tooMany,
}

/** Codes of Fastify and of Node for a request that never became data. */
const requestErrors: Record<string, (bodyLimit: number) => HttpError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: incompleteRequest,
  FST_ERR_BAD_URL: () => notFound(unknownAddress),
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
}

/** Lost or refused connections, shutdown, no disk or memory left, read-only, deadlocks again and again: the next try may succeed. */
const transientSqlStates = /^(08|53|57P|57014|25P03|25006|40001|40P01|55006|58030)/
/** No room, in the temporary folder too; or the folder of files is away, or not to be written to. */
const diskErrorCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'ENOENT', 'ENOTDIR', 'EMFILE'])
/** A connection to the database that failed says in which of these calls of the system. */
const networkSyscalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** What pg and pg-pool throw without a code. */
const lostConnectionMessages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  wrongRoleMessage,
]

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** What the caller is told of whatever was thrown; `bodyLimit` is the call's, in bytes. */
export function translateError(error: unknown, bodyLimit: number): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof RecordError)
    return error.isStale ? staleRecord() : notFound(registroOf(error.tipo).notFound)
  if (!(error instanceof Error)) return internal()
  if (error instanceof StoreUnavailableError) return unavailable()
  const code = codeOf(error)
  if (error instanceof pg.DatabaseError) {
    const sentence = conflictMessages[error.constraint ?? '']
    if (sentence) return conflict(sentence)
    return transientSqlStates.test(code) ? unavailable() : internal()
  }
  if (diskErrorCodes.has(code)) return unavailable()
  if ('syscall' in error && typeof error.syscall === 'string' && networkSyscalls.has(error.syscall))
    return unavailable()
  if (lostConnectionMessages.some((message) => error.message.startsWith(message))) return unavailable()
  return requestErrors[code]?.(bodyLimit) ?? internal()
}
