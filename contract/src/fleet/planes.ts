import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { optionalKm } from '../core/galones.ts'
import { listExport } from '../core/listExport.ts'
import {
  blankAsAbsent,
  blankAsNull,
  bodyId,
  booleanWithDefault,
  crossFieldRule,
  integer,
  listQuery,
  named,
  optionalId,
  pathId,
  queryVersion,
  recordMeta,
  version,
} from '../core/values.ts'
import { mantenimientoTipos } from '../records/estados.ts'
import { mantenimientoFields } from '../records/mantenimientos.ts'
import { maxPlanCamiones, planErrors, planEstados, planFields, plansCreated } from '../records/planes.ts'
import { mantenimiento } from './mantenimientos.ts'

export const plan = named('Plan', { ...recordMeta, ...outputShape(planFields) })
export type Plan = z.output<typeof plan>

const { camion_id: _one, ...fields } = inputShape(planFields)
const inputs = {
  ...fields,
  cada_km: blankAsNull(integer(1, 1_000_000)),
  cada_dias: blankAsNull(integer(1, 3650)),
  aviso_km: blankAsAbsent(integer(0, 100_000).default(500)),
  aviso_dias: blankAsAbsent(integer(0, 365).default(15)),
  desde_km: optionalKm(),
  activo: booleanWithDefault(true),
}
const intervalRule = crossFieldRule('cada_km', planErrors.noInterval, ({ cada_km, cada_dias }) =>
  [cada_km, cada_dias].some((every) => every != null && every !== ''),
)

const trucks = z
  .array(bodyId())
  .min(1, { error: 'Elige al menos un camión.' })
  .max(maxPlanCamiones, { error: `Máximo ${maxPlanCamiones} camiones.` })
  .refine((ids) => new Set(ids).size === ids.length, { error: 'Hay un camión repetido.' })

const values = z
  .object({ camiones: trucks, ...inputs })
  .check(intervalRule)
  .meta({ id: 'PlanesValues' })
/** The truck can't change: it may be omitted. */
const changes = z
  .object({ camion_id: optionalId(), ...inputs, version: version() })
  .check(intervalRule)
  .meta({ id: 'PlanChanges' })
export type PlanesValues = z.output<typeof values>
export type PlanChanges = z.output<typeof changes>

const { pagina, porPagina, buscar } = listQuery
const exportPlanes = z.object({
  camion_id: pathId().optional(),
  estado: z.enum(planEstados).optional(),
  buscar,
  orden: z.enum(['vence', 'nombre']).default('vence'),
})
export type PlanesFilters = z.output<typeof exportPlanes>
const listPlanes = exportPlanes.extend({ pagina, porPagina })
export type PlanesQuery = z.output<typeof listPlanes>

const { camion_id: _truck, descripcion, ...work } = inputShape(mantenimientoFields)
const servicio = z
  .object({
    ...work,
    tipo: blankAsAbsent(z.enum(mantenimientoTipos).default('Preventivo')),
    /** Default: the plan's nombre. */
    descripcion: blankAsAbsent(descripcion.optional()),
  })
  .meta({ id: 'ServicioValues' })
export type ServicioValues = z.output<typeof servicio>

const params = z.object({ id: pathId() })

export const planes = {
  list: endpoint('GET /api/planes', {
    summary: 'Listar planes de mantenimiento, lo que toca primero',
    query: listPlanes,
    data: z.array(plan),
    wrapping: 'page',
  }),
  exportar: listExport('GET /api/planes/exportar', 'los planes', exportPlanes),
  create: endpoint('POST /api/planes', {
    summary: 'Crear el mismo plan para uno o varios camiones',
    body: values,
    data: z.object({ planes: z.array(plan) }),
    creates: true,
    /** `plansCreated` says how many. */
    message: plansCreated(1),
  }),
  show: endpoint('GET /api/planes/:id', { summary: 'Ver plan', params, data: plan }),
  update: endpoint('PUT /api/planes/:id', {
    summary: 'Editar plan',
    params,
    body: changes,
    data: plan,
    message: 'Plan actualizado exitosamente',
  }),
  remove: endpoint('DELETE /api/planes/:id', {
    summary: 'Eliminar plan',
    params,
    query: z.object({ version: queryVersion() }),
    data: z.null(),
    message: 'Plan eliminado con éxito',
    logAction: 'estado',
  }),
  servicio: endpoint('POST /api/planes/:id/mantenimiento', {
    summary: 'Programar o registrar el mantenimiento de un plan',
    params,
    body: servicio,
    data: mantenimiento,
    creates: true,
    message: 'Mantenimiento creado exitosamente',
  }),
}
