import type { Endpoint } from '@flota/contract/endpoint.ts'
import { type Json, takesNothing } from '../../platform/http/jsonSchema.ts'

interface EndpointError {
  codes: readonly [string, ...string[]]
  description: string
  of: (endpoint: Endpoint) => boolean
  headers?: Json
}

const everyEndpoint = () => true
const hasBody = ({ body, takes }: Endpoint) => takes.length > 0 || !takesNothing(body)
const hasInput = ({ idempotent, params, query, body }: Endpoint) =>
  idempotent || ![params, query, body].every(takesNothing)
const hasId = ({ path }: Endpoint) => path.includes(':')
const header = (description: string, type: string) => ({ description, schema: { type } })
const retryAfter = { 'Retry-After': header('Segundos hasta el próximo intento.', 'integer') }

/** The refusals of docs/contract/general.md by status, and which calls can be refused so. */
export const endpointErrors: Record<number, EndpointError> = {
  400: {
    codes: ['VALIDACION'],
    description:
      'Algún dato falta o no es válido: `campos` dice cuál y por qué; o la petición no se entiende.',
    // Bytes that are no request are refused whatever they ask for.
    of: (endpoint) => endpoint.access === 'public' || hasInput(endpoint),
  },
  401: {
    codes: ['NO_AUTENTICADO', 'SESION_EXPIRADA', 'CREDENCIALES', 'CODIGO_REQUERIDO', 'CODIGO_INCORRECTO'],
    description: 'No hay token, ya no vale, o el usuario, la contraseña o el código no son correctos.',
    of: ({ access }) => access !== 'public',
  },
  403: {
    codes: ['SIN_PERMISO', 'SEGUNDO_FACTOR'],
    description:
      'El usuario no tiene el permiso o el rol que pide la llamada, o la empresa le pide un segundo factor que aún no tiene.',
    // What any session may, a program's token may not.
    of: ({ line, access }) => access !== 'public' && line !== 'GET /api/auth/verify',
  },
  404: { codes: ['NO_ENCONTRADO'], description: 'El registro no existe o está en la papelera.', of: hasId },
  408: {
    codes: ['TIEMPO_AGOTADO'],
    description: 'Los datos enviados no terminaron de llegar a tiempo.',
    of: hasBody,
  },
  409: {
    codes: ['CONFLICTO'],
    description: 'Otro registro ya tiene ese dato, la versión no es la última, o una regla lo impide.',
    of: (endpoint) => endpoint.method !== 'GET' && (endpoint.idempotent || hasId(endpoint)),
  },
  413: {
    codes: ['CUERPO_MUY_GRANDE'],
    description: 'Los datos enviados son demasiado grandes.',
    of: hasBody,
  },
  415: {
    codes: ['TIPO_NO_SOPORTADO'],
    description: 'Los datos enviados no son JSON o, de un archivo, de ningún tipo que se acepte.',
    of: hasBody,
  },
  429: {
    codes: ['DEMASIADOS_INTENTOS'],
    description:
      'Demasiados intentos fallidos de entrar, demasiados archivos en un día, o demasiadas llamadas de un token en un minuto.',
    of: ({ access }) => access !== 'public',
    headers: retryAfter,
  },
  500: {
    codes: ['INTERNO'],
    description: 'Un error inesperado: con `error.id` se encuentra en el registro del servidor.',
    of: everyEndpoint,
    headers: { 'X-Request-Id': header('El mismo que `error.id`.', 'string') },
  },
  502: {
    codes: ['NO_ENVIADO'],
    description: 'El servidor de correo no tomó el correo.',
    of: () => false,
  },
  503: {
    codes: ['NO_DISPONIBLE'],
    description: 'El servicio no puede atender ahora: la misma petición sirve más tarde.',
    of: everyEndpoint,
    headers: retryAfter,
  },
}

export const errorStatusesOf = (endpoint: Endpoint): number[] =>
  Object.entries(endpointErrors)
    .filter(([status, { of }]) => of(endpoint) || endpoint.refuses.includes(Number(status)))
    .map(([status]) => Number(status))

/** Of an address with another method, which is no call. */
const otherMethod = 'METODO_NO_PERMITIDO'
const codes = [...Object.values(endpointErrors).flatMap((each) => each.codes), otherMethod]

export const errorSchema: Json = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string', description: 'Una frase para quien usa el programa.' },
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
          description: 'De cada dato que no es válido, por su nombre, lo que se le pide.',
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
          description: 'De una hoja, qué tiene mal cada fila: las primeras 200.',
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
