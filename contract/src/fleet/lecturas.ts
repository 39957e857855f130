import { z } from 'zod'
import { crudOf, formsOf } from '../core/crud.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { km } from '../core/galones.ts'
import { named, optionalId, recordMeta } from '../core/values.ts'
import { lecturaFields } from '../records/lecturas.ts'

export const lectura = named('Lectura', { ...recordMeta, ...outputShape(lecturaFields) })
export type Lectura = z.output<typeof lectura>

const values = z.object({ ...inputShape(lecturaFields), km: km() })
export type LecturaValues = z.output<typeof values>
const { values: created } = formsOf('Lectura', values)
/** The truck can't change: it may be omitted. */
const { changes } = formsOf('Lectura', values.extend({ camion_id: optionalId() }))
export type LecturaChanges = z.output<typeof changes>

export const lecturas = crudOf('lecturas', {
  row: lectura,
  values: created,
  changes,
  words: {
    singular: 'Lectura',
    created: 'Lectura creada exitosamente',
    updated: 'Lectura actualizada exitosamente',
    deleted: 'Lectura eliminada con éxito',
  },
})
