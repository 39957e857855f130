import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { entrega, tiempos } from './entregas.ts'
import { demoraUnidades, evidencias, lineaClases } from './estados.ts'
import { incidente } from './incidentes.ts'
import { reglasRecord } from './reglas.ts'
import { named, pathId } from './values.ts'

/** What the client asks for and is not there. */
const falta = z.array(z.enum(evidencias))

/** What a pilot needs of a trip on the road: never an amount. */
const expedienteDelPiloto = named('ExpedienteDelPiloto', {
  ruta_id: z.int(),
  /** The client's. */
  telefono: z.string().nullable(),
  reglas: reglasRecord.pick({ exige_foto: true, exige_firma: true, instrucciones: true }),
  falta,
  entrega,
  tiempos,
})
export type ExpedienteDelPiloto = z.output<typeof expedienteDelPiloto>

/** How long the truck waited at a place, and what of that the client's rules of today charge. */
const espera = named('Espera', {
  minutos: z.int(),
  /** In hours or days, as `unidad` says; null where no hours are free. */
  cobrable: z.number().nullable(),
  unidad: z.enum(demoraUnidades),
  monto: z.number().nullable(),
})
export type Espera = z.output<typeof espera>

/** Something that happened on the trip. */
const hito = named('Hito', {
  clase: z.enum(lineaClases),
  momento: z.iso.datetime(),
  /** When the server was told, where that is known. */
  recibido: z.iso.datetime().nullable(),
  dudosa: z.boolean(),
  texto: z.string(),
  detalle: z.string().nullable(),
  usuario: z.string().nullable(),
})
export type Hito = z.output<typeof hito>

/** All that the office knows of a trip on the road; `linea` is all of it in the order in which it happened. */
const expediente = named('Expediente', {
  entrega,
  tiempos,
  espera: z.object({ carga: espera.nullable(), descarga: espera.nullable() }),
  incidentes: z.array(incidente),
  reglas: reglasRecord,
  falta,
  linea: z.array(hito),
})
export type Expediente = z.output<typeof expediente>

export const expedientes = {
  show: endpoint('GET /api/rutas/:id/expediente', {
    summary: 'Ver lo que pasó en una ruta: entrega, tiempos, esperas, incidentes',
    params: z.object({ id: pathId() }),
    data: expediente,
  }),
  listDelPiloto: endpoint('GET /api/piloto/expedientes', {
    summary: 'Listar lo que pide la entrega de las rutas propias abiertas y recientes',
    data: z.array(expedienteDelPiloto),
    wrapping: 'rows',
  }),
}
