import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { sentences } from '../core/sentences.ts'
import { tripName, tripNamesQuery } from '../core/tripName.ts'
import {
  amount,
  blankAsAbsent,
  blankAsNull,
  bodyId,
  crossFieldRule,
  date,
  endsInOrder,
  fieldRule,
  listQuery,
  montoAboveZero,
  named,
  optionalDate,
  optionalId,
  pathId,
  recordMeta,
  text,
  version,
} from '../core/values.ts'
import {
  facturaErrors,
  facturaEstados,
  facturaFields,
  facturaTipos,
  maxFacturaRutas,
} from '../records/facturas.ts'
import { identifierError, isBlank, uuidInput } from './invoiceInputs.ts'

const facturaShape = { ...recordMeta, ...outputShape(facturaFields) }

const facturaListada = named('FacturaListada', facturaShape)
export type FacturaListada = z.output<typeof facturaListada>

/** `fecha` is the trip's. */
const linea = named('FacturaRuta', {
  ruta_id: z.int(),
  no_ruta: z.string(),
  fecha: z.string(),
  monto: z.number(),
  /** Only with `viaje=si`. */
  viaje: tripName.optional(),
})
export type FacturaRuta = z.output<typeof linea>

/** An invoice with its lines, by fecha and ruta_id. */
export const factura = named('Factura', { ...facturaShape, rutas: z.array(linea) })
export type Factura = z.output<typeof factura>

const lineaValues = z.object({ ruta_id: bodyId(), monto: blankAsNull(amount()) })

/** Not checked by type: beside a uuid any value is accepted and ignored. `identifiersOf` reads them. */
const identifier = () =>
  z
    .unknown()
    .optional()
    .meta({ anyOf: [{ type: 'string' }, { type: 'null' }] })

const { nota, fecha } = inputShape(facturaFields)
const sharedInputs = {
  tipo: blankAsAbsent(z.enum(facturaTipos).default('FACT')),
  uuid: uuidInput(),
  serie: identifier(),
  numero: identifier(),
  fecha,
  vence: optionalDate(),
  /** null: the sum of the lines. */
  monto: blankAsNull(montoAboveZero()),
  nota,
  rutas: blankAsAbsent(
    z
      .array(lineaValues)
      .max(maxFacturaRutas, { error: facturaErrors.tooManyRutas })
      .refine((lines) => new Set(lines.map(({ ruta_id }) => ruta_id)).size === lines.length, {
        error: facturaErrors.repeatedRuta,
      })
      .default([]),
  ),
}

const hasLines = ({ rutas }: Record<string, unknown>) => Array.isArray(rutas) && rutas.length > 0

const rules = [
  ...(['uuid', 'serie', 'numero'] as const).map((campo) =>
    fieldRule(campo, (input) => identifierError(campo, input)),
  ),
  endsInOrder('fecha', 'vence', sentences.expiresEarly),
  crossFieldRule('monto', sentences.required, (input) => hasLines(input) || !isBlank(input.monto)),
]

const values = z
  .object({ cliente_id: bodyId(), ...sharedInputs })
  .check(...rules)
  .meta({ id: 'FacturaValues' })
/** The client can't change: it may be omitted. */
const changes = z
  .object({ cliente_id: optionalId(), ...sharedInputs, version: version() })
  .check(...rules)
  .meta({ id: 'FacturaChanges' })
export type FacturaValues = z.output<typeof values>
export type FacturaChanges = z.output<typeof changes>

const filters = {
  cliente_id: pathId().optional(),
  /** Invoices that have this trip, annulled ones too. */
  ruta_id: pathId().optional(),
  estado: z.enum(facturaEstados).optional(),
  /** `si`: only those with a saldo. */
  abiertas: z.enum(['si']).optional(),
  desde: date().optional(),
  hasta: date().optional(),
  buscar: listQuery.buscar,
  orden: z.enum(['recientes', 'antiguas', 'vence', '-vence']).default('recientes'),
}
const inOrder = endsInOrder('desde', 'hasta')
const exportFacturas = z.object(filters).check(inOrder)
export type FacturasFilters = z.output<typeof exportFacturas>

const { pagina, porPagina } = listQuery
const listFacturas = z.object({ ...filters, pagina, porPagina }).check(inOrder)
export type FacturasQuery = z.output<typeof listFacturas>

const params = z.object({ id: pathId() })

export const facturas = {
  /** `total` stops at 10,000, of a search at 1,000; then `exacto` is false. */
  list: endpoint('GET /api/facturas', {
    summary: 'Listar facturas, las más nuevas primero o por vencimiento',
    query: listFacturas,
    data: z.array(facturaListada),
    wrapping: 'page',
  }),
  exportar: listExport('GET /api/facturas/exportar', 'las facturas', exportFacturas),
  show: endpoint('GET /api/facturas/:id', {
    summary: 'Ver factura',
    params,
    query: tripNamesQuery,
    data: factura,
  }),
  create: endpoint('POST /api/facturas', {
    summary: 'Registrar una factura emitida a un cliente',
    body: values,
    data: factura,
    creates: true,
    message: 'Factura creada exitosamente',
  }),
  update: endpoint('PUT /api/facturas/:id', {
    summary: 'Editar factura, también sus rutas',
    params,
    body: changes,
    data: factura,
    message: 'Factura actualizada exitosamente',
  }),
  anular: endpoint('POST /api/facturas/:id/anular', {
    summary: 'Anular factura',
    params,
    body: z.object({ motivo: text(200, 5), version: version() }),
    data: factura,
    idempotent: true,
    message: 'Factura anulada',
    logAction: 'estado',
  }),
}

/** A client's delivered trips without an invoice. `desde` is the oldest one's fecha. */
const clientePorFacturar = named('ClientePorFacturar', {
  cliente_id: z.int(),
  cliente: z.string(),
  viajes: z.int(),
  total: z.number(),
  desde: z.string(),
})
export type ClientePorFacturar = z.output<typeof clientePorFacturar>

const viajePorFacturar = named('ViajePorFacturar', {
  ruta_id: z.int(),
  no_ruta: z.string(),
  fecha: z.string(),
  hora: z.string(),
  servicio: z.string(),
  origen: z.string(),
  destino: z.string(),
  precio: z.number(),
})
export type ViajePorFacturar = z.output<typeof viajePorFacturar>

/** Default: today. */
const porFacturarQuery = z.object({ hasta: date().optional() })

export const porFacturar = {
  list: endpoint('GET /api/por-facturar', {
    summary: 'Listar los clientes con viajes entregados sin factura',
    query: porFacturarQuery,
    data: z.array(clientePorFacturar),
    wrapping: 'rows',
  }),
  exportar: listExport('GET /api/por-facturar/exportar', 'los clientes por facturar', porFacturarQuery),
  show: endpoint('GET /api/por-facturar/:id', {
    summary: 'Listar los viajes de un cliente sin factura: hasta 1,000',
    params,
    query: porFacturarQuery,
    data: z.array(viajePorFacturar),
    wrapping: 'rows',
  }),
}
