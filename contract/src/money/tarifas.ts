import { z } from 'zod'
import { crudOf, formsOf } from '../core/crud.ts'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { date, endsInOrder, listQuery, named, pathId, queryText, recordMeta } from '../core/values.ts'
import { tarifaFields } from '../records/tarifas.ts'

export const tarifa = named('Tarifa', { ...recordMeta, ...outputShape(tarifaFields) })
export type Tarifa = z.output<typeof tarifa>

const values = z.object(inputShape(tarifaFields))
export type TarifaValues = z.output<typeof values>

export const tarifaOrders = ['nombre', '-origen', 'precio', '-precio', 'recientes'] as const

const exportTarifas = z.object({
  buscar: listQuery.buscar,
  cliente_id: pathId().optional(),
  orden: z.enum(tarifaOrders).default('nombre'),
})
export type TarifaFilters = z.output<typeof exportTarifas>
const listTarifas = z.object({ ...listQuery, ...exportTarifas.shape })
export type TarifasQuery = z.output<typeof listTarifas>

const suggestTarifa = z.object({
  cliente_id: pathId().optional(),
  origen: queryText(),
  destino: queryText(),
  servicio: queryText(200),
  fecha: date().optional(),
})
export type TarifaQuery = z.output<typeof suggestTarifa>

/** Newest trip of a client, to prefill the form. */
const ultimoViaje = named('UltimoViaje', {
  id: z.int(),
  no_ruta: z.string(),
  fecha: z.string(),
  hora: z.string(),
  servicio: z.string(),
  mercaderia: z.string(),
  origen: z.string(),
  destino: z.string(),
  precio: z.number(),
  combustible: z.number().nullable(),
  camion_id: z.int(),
  chofer_id: z.int(),
  ayudante_id: z.int().nullable(),
})
export type UltimoViaje = z.output<typeof ultimoViaje>

export const tarifas = {
  list: endpoint('GET /api/tarifas', {
    summary: 'Listar tarifas',
    query: listTarifas,
    data: z.array(tarifa),
    wrapping: 'page',
  }),
  exportar: listExport('GET /api/tarifas/exportar', 'las tarifas', exportTarifas),
  /** Returns the most specific rate valid on `fecha`, and the client's newest trip between these places. */
  suggest: endpoint('GET /api/tarifas/sugerencia', {
    summary: 'Sugerir la tarifa y el último viaje de un cliente',
    query: suggestTarifa,
    data: z.object({ tarifa: tarifa.nullable(), ultimo: ultimoViaje.nullable() }),
  }),
  ...crudOf('tarifas', {
    row: tarifa,
    ...formsOf('Tarifa', values, endsInOrder('vigente_desde', 'vigente_hasta')),
    words: {
      singular: 'Tarifa',
      created: 'Tarifa creada exitosamente',
      updated: 'Tarifa actualizada exitosamente',
      deleted: 'Tarifa eliminada con éxito',
    },
  }),
}
