import { z } from 'zod'
import { endpoint, revalidation } from '../core/endpoint.ts'
import { listQuery, named, newestQuery, pathId } from '../core/values.ts'
import { demoraUnidades, evidencias, lineaClases } from '../records/estados.ts'
import { entrega, tiempos } from './entregas.ts'
import { incidente } from './incidentes.ts'
import { reglasRecord } from './reglas.ts'

const falta = z.array(z.enum(evidencias))

/** Trip details for the pilot. Contains no amounts. */
const expedienteDelPiloto = named('ExpedienteDelPiloto', {
  ruta_id: z.int(),
  telefono: z.string().nullable(),
  reglas: reglasRecord.pick({ exige_foto: true, exige_firma: true, instrucciones: true }),
  falta,
  entrega,
  tiempos,
  /** Earliest open incident. */
  incidente: incidente.pick({ causa: true, desde: true }).nullable(),
})
export type ExpedienteDelPiloto = z.output<typeof expedienteDelPiloto>

/** Waiting time at a place, charged by the client's present rules. */
const espera = named('Espera', {
  minutos: z.int(),
  /** In hours or days (`unidad`); null if the client has no free hours. */
  cobrable: z.number().nullable(),
  unidad: z.enum(demoraUnidades),
  monto: z.number().nullable(),
})
export type Espera = z.output<typeof espera>

const hito = named('Hito', {
  clase: z.enum(lineaClases),
  momento: z.iso.datetime(),
  /** When the server received it, null if unknown. */
  recibido: z.iso.datetime().nullable(),
  dudosa: z.boolean(),
  texto: z.string(),
  detalle: z.string().nullable(),
  usuario: z.string().nullable(),
})
export type Hito = z.output<typeof hito>

/** Everything the office knows about a trip. `incidentes` and `linea`, the timeline, are pages. */
const expediente = named('Expediente', {
  entrega,
  tiempos,
  espera: z.object({ carga: espera.nullable(), descarga: espera.nullable() }),
  incidentes: z.array(incidente),
  reglas: reglasRecord,
  falta,
  linea: z.array(hito),
  total: z.object({ incidentes: z.int(), linea: z.int() }),
})
export type Expediente = z.output<typeof expediente>

export const expedientes = {
  show: endpoint('GET /api/rutas/:id/expediente', {
    summary: 'Ver lo que pasó en una ruta: entrega, tiempos, esperas, incidentes',
    params: z.object({ id: pathId() }),
    query: z.object(newestQuery),
    data: expediente,
  }),
  listDelPiloto: endpoint('GET /api/piloto/expedientes', {
    summary: 'Listar lo que pide la entrega de las rutas propias abiertas y recientes',
    headers: revalidation,
    /** Only those on this page of mis-rutas; without both all. */
    query: z.object({
      pagina: listQuery.pagina.unwrap().optional(),
      porPagina: listQuery.porPagina.unwrap().optional(),
    }),
    data: z.array(expedienteDelPiloto),
    wrapping: 'rows',
  }),
}
