import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { sentences } from '../core/sentences.ts'
import {
  bodyId,
  crossFieldRule,
  date,
  endsInOrder,
  enumOrNull,
  listQuery,
  named,
  optionalAmount,
  optionalText,
  pathId,
  recordMeta,
  text,
  version,
} from '../core/values.ts'
import { cobroErrors, cobroEstados, cobroFields, cobroFormas, maxCobroFacturas } from '../records/cobros.ts'
import { isBlank } from './invoiceInputs.ts'

/** What a payment pays and withholds of an invoice. */
const aplicacion = named('Aplicacion', {
  factura_id: z.int(),
  serie: z.string(),
  numero: z.string(),
  monto: z.number(),
  retencion_iva: z.number(),
  constancia_iva: z.string().nullable(),
  retencion_isr: z.number(),
  constancia_isr: z.string().nullable(),
})
export type Aplicacion = z.output<typeof aplicacion>

/** A payment with its allocations, by factura_id. */
export const cobro = named('Cobro', {
  ...recordMeta,
  ...outputShape(cobroFields),
  aplicaciones: z.array(aplicacion),
})
export type Cobro = z.output<typeof cobro>

const amountOrZero = () => optionalAmount().transform((value) => value ?? 0)

const aplicacionValues = named('AplicacionValues', {
  factura_id: bodyId(),
  monto: amountOrZero(),
  retencion_iva: amountOrZero(),
  constancia_iva: optionalText(60),
  retencion_isr: amountOrZero(),
  constancia_isr: optionalText(60),
})
export type AplicacionValues = z.output<typeof aplicacionValues>

const aplicaciones = z
  .array(aplicacionValues)
  .min(1, { error: cobroErrors.noFactura })
  .max(maxCobroFacturas, { error: cobroErrors.tooManyFacturas })
  .refine((all) => new Set(all.map(({ factura_id }) => factura_id)).size === all.length, {
    error: cobroErrors.repeatedFactura,
  })
  .refine((all) => all.every((each) => each.monto + each.retencion_iva + each.retencion_isr > 0), {
    error: cobroErrors.noAmount,
  })

/** Returns whether some allocation has a monto above 0, also in a body with errors. */
const paysMoney = ({ aplicaciones: all }: Record<string, unknown>) =>
  Array.isArray(all) &&
  all.some(
    (each: unknown) => Number(typeof each === 'object' && each && 'monto' in each ? each.monto : 0) > 0,
  )

const { fecha, referencia } = inputShape(cobroFields)
const values = z
  .object({ cliente_id: bodyId(), fecha, forma: enumOrNull(cobroFormas), referencia, aplicaciones })
  .check(crossFieldRule('forma', sentences.required, (input) => !isBlank(input.forma) || !paysMoney(input)))
  .meta({ id: 'CobroValues' })
export type CobroValues = z.output<typeof values>

const filters = {
  cliente_id: pathId().optional(),
  factura_id: pathId().optional(),
  estado: z.enum(cobroEstados).optional(),
  desde: date().optional(),
  hasta: date().optional(),
  buscar: listQuery.buscar,
}
const inOrder = endsInOrder('desde', 'hasta')
const exportCobros = z.object(filters).check(inOrder)
export type CobrosFilters = z.output<typeof exportCobros>

const { pagina, porPagina } = listQuery
const listCobros = z.object({ ...filters, pagina, porPagina }).check(inOrder)
export type CobrosQuery = z.output<typeof listCobros>

const params = z.object({ id: pathId() })

export const cobros = {
  /** `total` stops at 10,000, of a search at 1,000; then `exacto` is false. */
  list: endpoint('GET /api/cobros', {
    summary: 'Listar cobros, los más nuevos primero',
    query: listCobros,
    data: z.array(cobro),
    wrapping: 'page',
  }),
  exportar: listExport('GET /api/cobros/exportar', 'los cobros', exportCobros),
  show: endpoint('GET /api/cobros/:id', { summary: 'Ver cobro', params, data: cobro }),
  create: endpoint('POST /api/cobros', {
    summary: 'Registrar un cobro, o una retención, de facturas de un cliente',
    body: values,
    data: cobro,
    creates: true,
    message: 'Cobro creado exitosamente',
  }),
  anular: endpoint('POST /api/cobros/:id/anular', {
    summary: 'Anular cobro',
    params,
    body: z.object({ motivo: text(200, 5), version: version() }),
    data: cobro,
    idempotent: true,
    message: 'Cobro anulado',
    logAction: 'estado',
  }),
}
