import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { inactiveUserHeader } from '@flota/contract/core/inactiveUser.ts'
import { type Json, takesNothing } from '../../platform/http/jsonSchema.ts'

interface EndpointError {
  codes: readonly [string, ...string[]]
  description: string
  appliesTo: (endpoint: Endpoint) => boolean
  headers?: Json
}

const everyEndpoint = () => true
const hasBody = ({ body, bodyMediaTypes }: Endpoint) => bodyMediaTypes.length > 0 || !takesNothing(body)
const hasInput = ({ idempotent, params, query, body }: Endpoint) =>
  idempotent || ![params, query, body].every(takesNothing)
const hasId = ({ path }: Endpoint) => path.includes(':')
const header = (description: string, type: string) => ({ description, schema: { type } })
const retryAfter = { 'Retry-After': header('Segundos hasta el próximo intento.', 'integer') }

/** The errors of docs/contract/general.md by status, and which endpoints can return each. */
export const endpointErrors: Record<number, EndpointError> = {
  400: {
    codes: ['VALIDACION'],
    description:
      'Algún dato falta o no es válido: `campos` dice cuál y por qué; o la petición no se entiende.',
    // Without a session even a malformed request gets 400, not 401.
    appliesTo: (endpoint) => endpoint.access === 'public' || hasInput(endpoint),
  },
  401: {
    codes: ['NO_AUTENTICADO', 'SESION_EXPIRADA', 'CREDENCIALES', 'CODIGO_REQUERIDO', 'CODIGO_INCORRECTO'],
    description: 'No hay token, ya no vale, o el usuario, la contraseña o el código no son correctos.',
    appliesTo: ({ access }) => access !== 'public',
    headers: {
      [inactiveUserHeader]: header('El usuario de la sesión, si está inactivo o eliminado.', 'integer'),
    },
  },
  403: {
    codes: ['SIN_PERMISO', 'SEGUNDO_FACTOR'],
    description:
      'El usuario no tiene el permiso o el rol que pide la llamada, o la empresa le pide un segundo factor que aún no tiene.',
    appliesTo: ({ line, access }) => access !== 'public' && line !== 'GET /api/auth/verify',
  },
  404: {
    codes: ['NO_ENCONTRADO'],
    description: 'El registro no existe o está en la papelera.',
    appliesTo: hasId,
  },
  408: {
    codes: ['TIEMPO_AGOTADO'],
    description: 'Los datos enviados no terminaron de llegar a tiempo.',
    appliesTo: hasBody,
  },
  409: {
    codes: ['CONFLICTO'],
    description: 'Otro registro ya tiene ese dato, la versión no es la última, o una regla lo impide.',
    appliesTo: (endpoint) => endpoint.method !== 'GET' && (endpoint.idempotent || hasId(endpoint)),
  },
  413: {
    codes: ['CUERPO_MUY_GRANDE'],
    description: 'Los datos enviados son demasiado grandes.',
    appliesTo: hasBody,
  },
  415: {
    codes: ['TIPO_NO_SOPORTADO'],
    description: 'Los datos enviados no son JSON, o el archivo es de un tipo que no se acepta.',
    appliesTo: hasBody,
  },
  429: {
    codes: ['DEMASIADOS_INTENTOS'],
    description:
      'Demasiados intentos fallidos de entrar, demasiados archivos, cambios o envíos en un día o en una hora, o demasiadas llamadas de un token en un minuto.',
    appliesTo: ({ access }) => access !== 'public',
    headers: retryAfter,
  },
  500: {
    codes: ['INTERNO'],
    description: 'Un error inesperado: con `error.id` se encuentra en el registro del servidor.',
    appliesTo: everyEndpoint,
    headers: { 'X-Request-Id': header('El mismo que `error.id`.', 'string') },
  },
  502: {
    codes: ['NO_ENVIADO'],
    description: 'El servidor de correo no tomó el correo.',
    appliesTo: () => false,
  },
  503: {
    codes: ['NO_DISPONIBLE'],
    description: 'El servicio no puede atender ahora: la misma petición sirve más tarde.',
    appliesTo: everyEndpoint,
    headers: retryAfter,
  },
}

export const errorStatusesOf = (endpoint: Endpoint): number[] =>
  Object.entries(endpointErrors)
    .filter(
      ([status, { appliesTo }]) => appliesTo(endpoint) || endpoint.errorStatuses.includes(Number(status)),
    )
    .map(([status]) => Number(status))

/** METODO_NO_PERMITIDO belongs to no endpoint: another method of a known path returns it. */
const codes = [...Object.values(endpointErrors).flatMap((each) => each.codes), 'METODO_NO_PERMITIDO']

export const errorSchema: Json = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string', description: 'Una frase para mostrar al usuario.' },
    data: {
      type: 'object',
      description: 'Solo cuando el número de la ruta ya existe.',
      properties: { nextRutaNumber: { type: 'string' } },
      required: ['nextRutaNumber'],
    },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: codes },
        campos: {
          type: 'object',
          description: 'Los datos no válidos por su nombre, y qué se pide de cada uno.',
          additionalProperties: { type: 'string' },
        },
        avisos: {
          type: 'array',
          description: 'Lo que impide guardar el viaje, y lo que además se avisa.',
          items: {
            anyOf: ['AvisoDeViaje', 'AvisoDeCopia'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
          },
        },
        filas: {
          type: 'array',
          description: 'Los errores de las filas de una hoja, hasta 200.',
          items: { $ref: '#/components/schemas/FilaConError' },
        },
        registros: {
          type: 'array',
          description: 'Los nombres de los primeros 20 registros que impiden deshacer una importación.',
          items: { type: 'string' },
        },
        id: { type: 'string' },
      },
      required: ['code'],
    },
  },
  required: ['success', 'message', 'error'],
}
