import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  endsInOrder,
  moment,
  named,
  optionalMoment,
  optionalText,
  pathId,
  queryVersion,
  recordMeta,
  version,
} from '../core/values.ts'
import { incidenteCausas } from '../records/estados.ts'

export const incidente = named('Incidente', {
  ...recordMeta,
  ruta_id: z.int(),
  causa: z.enum(incidenteCausas),
  lugar: z.string().nullable(),
  desde: z.iso.datetime(),
  hasta: z.iso.datetime().nullable(),
  nota: z.string().nullable(),
  usuario: z.string(),
})
export type Incidente = z.output<typeof incidente>

const values = z.object({
  causa: z.enum(incidenteCausas),
  lugar: optionalText(),
  desde: optionalMoment(),
  hasta: optionalMoment(),
  nota: optionalText(2000),
})
export type IncidenteValues = z.output<typeof values>

const inOrder = endsInOrder('desde', 'hasta')
const params = z.object({ id: pathId(), iid: pathId() })

export const incidentes = {
  create: endpoint('POST /api/rutas/:id/incidentes', {
    summary: 'Abrir un incidente de una ruta',
    params: z.object({ id: pathId() }),
    body: values.check(inOrder).meta({ id: 'IncidenteValues' }),
    data: incidente,
    creates: true,
    message: 'Incidente creado exitosamente',
  }),
  update: endpoint('PUT /api/rutas/:id/incidentes/:iid', {
    summary: 'Editar un incidente de una ruta',
    params,
    body: values
      .extend({ desde: moment(), version: version() })
      .check(inOrder)
      .meta({ id: 'IncidenteChanges' }),
    data: incidente,
    message: 'Incidente actualizado exitosamente',
  }),
  remove: endpoint('DELETE /api/rutas/:id/incidentes/:iid', {
    summary: 'Eliminar un incidente de una ruta',
    params,
    query: z.object({ version: queryVersion() }),
    data: z.null(),
    message: 'Incidente eliminado con éxito',
  }),
}
