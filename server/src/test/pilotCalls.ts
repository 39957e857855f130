import { type Caller, can } from '@flota/contract/core/access.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { aFile } from './archivos.ts'

const words = (text: string) => text.split(/\s+/)

const meta = 'id version creado_en actualizado_en'
const trip = `${meta} no_ruta cliente_id servicio mercaderia camion_id combustible origen destino chofer_id ayudante_id
  fecha hora comentario estado cliente_nombre cliente_apellido camion_placa camion_marca camion_modelo piloto_nombre
  piloto_apellido ayudante_nombre ayudante_apellido`
const hecho = 'hora_dispositivo hecho_en dudosa'
const historial = `id ruta_id estado_anterior estado_nuevo comentario usuario fecha ${hecho}`
const archivo = `${meta} entidad entidad_id clase nombre tipo_mime bytes sha256 tomado_en subido_por`
const part = 'ruta_id version creado_en actualizado_en'
const entrega = `${part} recibio documento nota sin_evidencia_motivo usuario ${hecho}`
const tiempos = `${part} llegada_carga salida_carga llegada_descarga salida_descarga dudosa`
const movimiento = `${meta} tipo chofer_id piloto ruta_id no_ruta concepto paga monto fecha forma comprobante nit serie
  numero uuid compartida descripcion estado motivo liquidacion_id liquidacion del_piloto archivos ${hecho}`
const days = 'hoy rutasPorFecha resumen rutas total pendientes en_curso entregadas incidentes'
const expediente = `${entrega} ${tiempos} entrega tiempos telefono falta reglas exige_foto exige_firma instrucciones
  incidente causa desde`

interface Call {
  query?: string
  body?: object
  /** Keys of the response's data, at any depth; empty for a file. */
  keys: readonly string[]
}

const reads = (keys = '', query = ''): Call => ({ query, keys: keys ? words(keys) : [] })
const writes = (body: object, keys: string): Call => ({ body, keys: words(keys) })

/** Calls of a pilot about a trip, with every key of the response. `:id` in a query is the trip. */
export const callsOfPilot: Readonly<Record<string, Call>> = {
  'GET /api/rutas': reads(trip),
  'GET /api/rutas/recientes': reads(`${trip} ${days}`),
  'GET /api/rutas/:id': reads(trip),
  'GET /api/rutas/:id/hoja': reads('', '?precio=si'),
  'GET /api/piloto/mis-rutas': reads(trip),
  'GET /api/piloto/ruta/:id/historial': reads(historial),
  'GET /api/piloto/expedientes': reads(expediente),
  'GET /api/piloto/mi-dinero': reads(`${movimiento} saldo comisiones movimientos total`),
  'GET /api/piloto/ruta/:id/archivos': reads(archivo),
  'GET /api/archivos': reads(archivo, '?entidad=rutas&entidad_id=:id'),
  'GET /api/archivos/:id': reads(archivo),
  'GET /api/archivos/:id/contenido': reads(),
  'PUT /api/piloto/ruta/:id/estado': writes({ nuevoEstado: 'Incidente', causa: 'Bloqueo' }, trip),
  'PUT /api/piloto/ruta/:id/entrega': writes({ recibio: 'Ana' }, entrega),
  'PUT /api/piloto/ruta/:id/tiempos': writes({}, tiempos),
  'POST /api/piloto/ruta/:id/gastos': writes({ concepto: 'Peaje', monto: 25 }, movimiento),
  'POST /api/piloto/gastos/:id/archivos': writes(aFile(), archivo),
  'POST /api/piloto/ruta/:id/archivos': writes(aFile(), archivo),
}

const piloto: Caller = { rol_nombre: 'piloto', permissions: ['ver_rutas', 'actualizar_estado'] }

function mayPilotCall({ access, resolveAccess }: Endpoint): boolean {
  const needed = resolveAccess?.({ params: {}, query: {} }, piloto) ?? access
  return needed !== 'public' && can(piloto, needed)
}

/** Returns 404 to every pilot: the import's rights decide. */
const hiddenLine = 'GET /api/importaciones/:id/omitidas'

/** Every call allowed to a pilot, except those of the own session, which return no trip. */
export const linesOfPilot: readonly string[] = (endpoints as readonly Endpoint[])
  .filter((endpoint) => mayPilotCall(endpoint) && !endpoint.path.startsWith('/api/auth/'))
  .map(({ line }) => line)
  .filter((line) => line !== hiddenLine)
