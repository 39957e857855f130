import { z } from 'zod'
import { endpoint, fileResponse, xlsxType } from '../core/endpoint.ts'
import { listExport } from '../core/listExport.ts'
import { tripName } from '../core/tripName.ts'
import {
  date,
  endsInOrder,
  listQuery,
  named,
  optionalEnum,
  optionalId,
  optionalPositiveInteger,
  pathId,
  text,
} from '../core/values.ts'
import { paperSizes } from '../records/codigos.ts'
import { ruta } from '../trips/rutas.ts'

/** `anio` is an alias of `año`. */
export const reporteFiltros = ['dia', 'mes', 'año', 'anio'] as const
export type ReporteFiltro = (typeof reporteFiltros)[number]

/** A period `2026-11-20`, `2026-11` or `2026`. All four states count towards the income. */
export const reporteRow = named('Periodo', {
  periodo: z.string(),
  total_rutas: z.int(),
  rutas_pendientes: z.int(),
  rutas_en_curso: z.int(),
  rutas_entregadas: z.int(),
  rutas_incidentes: z.int(),
  ingresos_totales: z.number(),
})
export type ReporteRow = z.output<typeof reporteRow>

export const reporteFormatos = ['excel', 'pdf'] as const
export type ReporteFormato = (typeof reporteFormatos)[number]

export const demoraGrupos = ['cliente', 'lugar', 'causa'] as const
export type DemoraGrupo = (typeof demoraGrupos)[number]

/** Waits by client or place, or incidents by cause. */
const demora = named('Demora', {
  /** Id of the client, else the same as `nombre`. */
  clave: z.string(),
  nombre: z.string(),
  viajes: z.int(),
  /** Trips with a wait that is not counted because its hours are doubtful. */
  viajes_dudosos: z.int(),
  horas: z.number(),
  /** Chargeable hours; a day counts 24. Null by cause, as is `monto`. */
  cobrable_h: z.number().nullable(),
  monto: z.number().nullable(),
  /**
   * Present if the company cannot charge this row's hours: none of the clients with chargeable hours has a rate. If no
   * client has chargeable hours: none of the row's clients has both free hours and a rate.
   */
  sin_tarifa: z.literal(true).optional(),
})
export type Demora = z.output<typeof demora>

/** A wait of a trip at a place, or one of its incidents. */
const demoraDeViaje = named('DemoraDeViaje', {
  ruta_id: z.int(),
  no_ruta: z.string(),
  ...tripName.shape,
  /** Place or cause. */
  nombre: z.string(),
  desde: z.iso.datetime(),
  /** Null while the incident is open. */
  hasta: z.iso.datetime().nullable(),
  /** Null if the hours are doubtful. */
  horas: z.number().nullable(),
  /** Null if nothing can be charged, and by cause. */
  monto: z.number().nullable(),
})
export type DemoraDeViaje = z.output<typeof demoraDeViaje>

const demorasRange = { desde: date().optional(), hasta: date().optional() }
const demorasInOrder = endsInOrder('desde', 'hasta')

const demorasQuery = z
  .object({ ...demorasRange, por: z.enum(demoraGrupos).default('cliente') })
  .check(demorasInOrder)

const listDemorasDeViajes = z
  .object({
    por: z.enum(demoraGrupos),
    /** `clave` of the row of the report; another spelling of a place is the same. */
    clave: text(),
    ...demorasRange,
    pagina: listQuery.pagina,
    porPagina: listQuery.porPagina,
  })
  .check(demorasInOrder)
export type DemorasDeViajesQuery = z.output<typeof listDemorasDeViajes>

const reporteRangeShape = z.object({
  filtro: z.enum(reporteFiltros).default('dia'),
  fechaInicio: date().optional(),
  fechaFin: date().optional(),
  cliente_id: pathId().optional(),
})
const inOrder = endsInOrder('fechaInicio', 'fechaFin')

export const reporteRange = reporteRangeShape.check(inOrder)

export const reportes = {
  list: endpoint('GET /api/reportes', {
    summary: 'Reporte por día, mes o año',
    query: reporteRange,
    data: z.array(reporteRow),
    wrapping: 'rows',
  }),
  periodo: endpoint('POST /api/reportes/periodo', {
    summary: 'Ver un periodo con sus rutas',
    body: z.object({
      periodo: text(),
      tipo: optionalEnum(reporteFiltros),
      cliente_id: optionalId().optional(),
      // Without porPagina all trips are returned.
      pagina: optionalPositiveInteger(1e12),
      porPagina: optionalPositiveInteger(100),
    }),
    data: reporteRow.extend({ rutas: z.array(ruta) }).meta({ id: 'PeriodoConRutas' }),
  }),
  demoras: endpoint('GET /api/reportes/demoras', {
    summary: 'Reporte de esperas por cliente o lugar, o de incidentes por causa',
    query: demorasQuery,
    data: z.array(demora),
    wrapping: 'rows',
  }),
  /** The longest first. */
  viajesConDemora: endpoint('GET /api/reportes/demoras/viajes', {
    summary: 'Listar las esperas o los incidentes de una fila del reporte',
    query: listDemorasDeViajes,
    data: z.array(demoraDeViaje),
    wrapping: 'page',
  }),
  exportarDemoras: listExport('GET /api/reportes/demoras/exportar', 'las demoras', demorasQuery),
  exportar: endpoint('GET /api/reportes/exportar', {
    summary: 'Exportar el reporte a Excel o PDF',
    query: reporteRangeShape
      .extend({ formato: z.enum(reporteFormatos).default('excel'), papel: z.enum(paperSizes).optional() })
      .check(inOrder),
    ...fileResponse('Reporte generado exitosamente', xlsxType, 'application/pdf'),
  }),
}
