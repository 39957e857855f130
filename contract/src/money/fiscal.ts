import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { optionalMailAddress } from '../core/mailAddress.ts'
import { blankAsAbsent, integer, named, pathId, recordMeta, versionOrZero } from '../core/values.ts'
import { fiscalFields } from '../records/fiscal.ts'
import { nitInput } from './invoiceInputs.ts'

const fiscalRecord = named('DatosFiscales', {
  cliente_id: z.int(),
  ...outputShape(fiscalFields),
  /** 0 and null before the first PUT. */
  version: z.int(),
  creado_en: recordMeta.creado_en.nullable(),
  actualizado_en: recordMeta.actualizado_en.nullable(),
})
export type Fiscal = z.output<typeof fiscalRecord>

const values = named('DatosFiscalesValues', {
  ...inputShape(fiscalFields),
  nit: nitInput(),
  correo: optionalMailAddress().transform((value) => value ?? null),
  dias_credito: blankAsAbsent(integer(0, 365).default(0)),
  version: versionOrZero(),
})
export type FiscalValues = z.output<typeof values>

const params = z.object({ id: pathId() })

export const fiscal = {
  show: endpoint('GET /api/clientes/:id/fiscal', {
    summary: 'Ver los datos fiscales de un cliente',
    params,
    data: fiscalRecord,
  }),
  update: endpoint('PUT /api/clientes/:id/fiscal', {
    summary: 'Guardar los datos fiscales de un cliente',
    params,
    body: values,
    data: fiscalRecord,
    message: 'Datos fiscales guardados exitosamente',
  }),
}
