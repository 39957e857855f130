import { formatInteger } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { archivoErrors } from '@flota/contract/documents/archivoLimits.ts'
import type { ErrorGrupo, FilaError } from '@flota/contract/imports/importar.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'

interface ErrorDetail {
  campos?: Record<string, string>
  data?: unknown
  /** Warnings of a trip. */
  avisos?: AvisoDeViaje[]
  /** Errors of a sheet's rows. */
  filas?: FilaError[]
  grupos?: ErrorGrupo[]
  /** Names of the records that keep an import from being undone. */
  registros?: string[]
  /** Seconds, for the header Retry-After. */
  retryAfter?: number
  /** For the header X-Inactive-User. */
  inactiveUserId?: number | undefined
}

/** An error whose message the user sees. Any other error becomes a 500 (INTERNO). */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: ErrorDetail

  constructor(status: number, code: string, message: string, detail: ErrorDetail = {}) {
    super(message)
    this.status = status
    this.code = code
    this.detail = detail
  }
}

/** @param campos message by field name of the request */
export const invalid = (campos: Record<string, string>, message = 'Revisa los datos señalados.') =>
  new HttpError(400, 'VALIDACION', message, { campos })
/** @param campos sentence by column of each record that does not exist or is in the bin, at least one */
export const unknownReference = (campos: Record<string, string>) => invalid(campos, Object.values(campos)[0])
export const invalidJson = () => invalid({}, 'Los datos enviados no son JSON válido.')
export const incompleteRequest = () => invalid({}, 'La petición llegó incompleta.')
export const wrongCredentials = () => new HttpError(401, 'CREDENCIALES', sentences.wrongCredentials)
export const noToken = () => new HttpError(401, 'NO_AUTENTICADO', sentences.noToken)
/** @param inactiveUserId user of the session, if deactivated or deleted */
export const sessionExpired = (inactiveUserId?: number) =>
  new HttpError(401, 'SESION_EXPIRADA', sentences.sessionExpired, { inactiveUserId })
export const forbidden = () => new HttpError(403, 'SIN_PERMISO', sentences.forbidden)
export const segundoFactorRequired = () => new HttpError(403, 'SEGUNDO_FACTOR', sentences.segundoFactorNeeded)
export const codigoRequired = () => new HttpError(401, 'CODIGO_REQUERIDO', sentences.codigoNeeded)
export const wrongCodigo = () => new HttpError(401, 'CODIGO_INCORRECTO', sentences.wrongCodigo)
export const notFound = (message: string) => new HttpError(404, 'NO_ENCONTRADO', message)
export const unknownAddress = 'La dirección no existe'
export const methodNotAllowed = () => new HttpError(405, 'METODO_NO_PERMITIDO', 'Método no permitido')
export const conflict = (message: string, data?: unknown) =>
  new HttpError(409, 'CONFLICTO', message, data === undefined ? {} : { data })
/** Returns the text of the first warning that blocks; "" without one. */
export const blockingText = (avisos: readonly AvisoDeViaje[]) =>
  avisos.find(({ gravedad }) => gravedad === 'bloqueo')?.texto ?? ''
export const tripBlocked = (avisos: AvisoDeViaje[]) =>
  new HttpError(409, 'CONFLICTO', blockingText(avisos), { avisos })
export const staleRecord = () => conflict(sentences.staleVersion)
const tooLarge = (message: string) => new HttpError(413, 'CUERPO_MUY_GRANDE', message)
/** @param limit in bytes: whole megabytes, or less than one */
export const bodyTooLarge = (limit: number) => {
  const maxText = limit < 1024 ** 2 ? `${limit / 1024} KB` : `${limit / 1024 ** 2} MB`
  return tooLarge(`Los datos enviados son demasiado grandes (máximo ${maxText}).`)
}
export const notJson = () => new HttpError(415, 'TIPO_NO_SOPORTADO', 'Los datos deben enviarse como JSON.')
export const fileTooLarge = () => tooLarge(archivoErrors.tooLarge)
export const imageTooLarge = () => tooLarge(archivoErrors.tooManyPixels)
export const unsupportedFileType = (message: string) => new HttpError(415, 'TIPO_NO_SOPORTADO', message)
const tooMany = (message: string, retryAfter: number) =>
  new HttpError(429, 'DEMASIADOS_INTENTOS', message, { retryAfter })
export const tooManyAttempts = (retryAfter: number) =>
  tooMany(`Demasiados intentos fallidos. Intenta de nuevo en ${Math.ceil(retryAfter / 60)} min.`, retryAfter)
export const tooManyCalls = (retryAfter: number) =>
  tooMany(`Demasiadas llamadas en un minuto. Intenta de nuevo en ${retryAfter} s.`, retryAfter)
/** @param megabytes a user's daily limit */
export const dailyUploadLimitReached = (megabytes: number, retryAfter: number) =>
  tooMany(`Hoy ya subiste ${formatInteger(megabytes)} MB. Mañana puedes subir más.`, retryAfter)
export const dailyWriteLimitReached = (retryAfter: number) =>
  tooMany('Llegaste al límite de cambios de hoy.', retryAfter)
/** @param mails in the plural: 'correos de prueba' */
export const tooManyMails = (max: number, mails: string, retryAfter: number) =>
  tooMany(`Solo se envían ${max} ${mails} por hora.`, retryAfter)
/** @param reason one line from the mail server */
export const mailNotSent = (reason: string) =>
  new HttpError(502, 'NO_ENVIADO', `No se pudo enviar: ${reason}.`)
const temporary = (message: string) => new HttpError(503, 'NO_DISPONIBLE', message, { retryAfter: 1 })
export const unavailable = () =>
  temporary('El servicio no está disponible en este momento. Intenta nuevamente.')
export const noDiskSpace = () =>
  temporary('No hay espacio en el disco del servidor. Avisa a quien lo administra.')
export const internal = () =>
  new HttpError(500, 'INTERNO', 'Ocurrió un error inesperado. Intenta nuevamente o avisa al administrador.')
