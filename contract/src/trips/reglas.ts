import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  blankAsAbsent,
  booleanWithDefault,
  named,
  optionalAmount,
  optionalText,
  pathId,
  recordMeta,
  versionOrZero,
} from '../core/values.ts'
import { demoraUnidades } from '../records/estados.ts'

export const reglasRecord = named('Reglas', {
  cliente_id: z.int(),
  exige_foto: z.boolean(),
  exige_firma: z.boolean(),
  instrucciones: z.string().nullable(),
  /** Free waiting hours at each of the two places. */
  horas_libres: z.number().nullable(),
  tarifa_demora: z.number().nullable(),
  unidad: z.enum(demoraUnidades),
  /** Day on which the requirement started; null while off. */
  foto_desde: z.string().nullable(),
  firma_desde: z.string().nullable(),
  version: z.int(),
  creado_en: recordMeta.creado_en.nullable(),
  actualizado_en: recordMeta.actualizado_en.nullable(),
})
export type Reglas = z.output<typeof reglasRecord>

const values = named('ReglasValues', {
  exige_foto: booleanWithDefault(false),
  exige_firma: booleanWithDefault(false),
  instrucciones: optionalText(2000),
  horas_libres: optionalAmount(999.99),
  tarifa_demora: optionalAmount(),
  unidad: blankAsAbsent(z.enum(demoraUnidades).default('hora')),
  version: versionOrZero(),
})
export type ReglasValues = z.output<typeof values>

const params = z.object({ id: pathId() })

export const reglas = {
  show: endpoint('GET /api/clientes/:id/reglas', {
    summary: 'Ver las reglas de entrega de un cliente',
    params,
    data: reglasRecord,
  }),
  update: endpoint('PUT /api/clientes/:id/reglas', {
    summary: 'Guardar las reglas de entrega de un cliente',
    params,
    body: values,
    data: reglasRecord,
    message: 'Reglas guardadas exitosamente',
  }),
}
