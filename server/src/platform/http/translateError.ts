import { archivoErrors } from '@flota/contract/documents/archivoLimits.ts'
import { registroOf } from '@flota/contract/records/registros.ts'
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
  noDiskSpace,
  notFound,
  notJson,
  staleRecord,
  unavailable,
  unknownAddress,
} from '../errors.ts'
import { StoreUnavailableError } from '../store/FileStore.ts'

/** Messages for constraints that users' data can violate. */
const conflictMessages: Record<string, string> = {
  camiones_placa_unica: 'La placa ya existe',
  camiones_numero_unidad_unico: 'El número de unidad ya existe',
  rutas_no_ruta_unica: 'El número de ruta ya existe',
  usuarios_username_unico: 'El nombre de usuario ya existe',
  usuarios_piloto_unico: 'El piloto ya tiene un usuario',
  documento_tipos_unico: 'Ya existe ese tipo de documento.',
  tarifas_sin_traslape: 'Ya hay una tarifa para esas fechas.',
  documentos_vivo_unico: 'Ya hay un documento de este tipo. Renuévalo.',
  archivos_treinta: archivoErrors.tooMany,
}

const requestErrors: Record<string, (bodyLimit: number) => HttpError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: incompleteRequest,
  FST_ERR_BAD_URL: () => notFound(unknownAddress),
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
}

/** Connection lost or refused, shutdown, out of disk or memory, read-only, repeated deadlocks: a retry may succeed. */
const transientSqlStates = /^(08|53|57P|57014|25P03|25006|40001|40P01|55006|58030)/
/** Disk full or quota used up: of PostgreSQL, the folder of files, or the temporary folder. */
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Folder of files missing or read-only. */
const diskErrorCodes = new Set(['EROFS', 'EIO', 'EACCES', 'ENOENT', 'ENOTDIR', 'EMFILE'])
/** System calls of a failed database connection. */
const networkSyscalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** Messages of pg and pg-pool that have no code. */
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

/** Returns the error for the client. @param bodyLimit the endpoint's, in bytes */
export function translateError(error: unknown, bodyLimit: number): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof RecordError)
    return error.isStale ? staleRecord() : notFound(registroOf(error.tipo).notFound)
  if (!(error instanceof Error)) return internal()
  if (error instanceof StoreUnavailableError) return unavailable()
  const code = codeOf(error)
  if (diskFullCodes.has(code)) return noDiskSpace()
  if (error instanceof pg.DatabaseError) {
    const message = conflictMessages[error.constraint ?? '']
    if (message) return conflict(message)
    return transientSqlStates.test(code) ? unavailable() : internal()
  }
  if (diskErrorCodes.has(code)) return unavailable()
  if ('syscall' in error && typeof error.syscall === 'string' && networkSyscalls.has(error.syscall))
    return unavailable()
  if (lostConnectionMessages.some((message) => error.message.startsWith(message))) return unavailable()
  return requestErrors[code]?.(bodyLimit) ?? internal()
}
