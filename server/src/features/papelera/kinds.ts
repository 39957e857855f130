import { endpoints } from '@flota/contract/endpoints.ts'
import { callPathOf, type PapeleraTipo, papeleraTipos } from '@flota/contract/records/registros.ts'
import type { z } from 'zod'
import { expiryOf } from '../../domain/documents/expiry.ts'

type Row = Record<string, unknown>

/** SQL that distinguishes records of the same name. */
const detalle: Partial<Record<PapeleraTipo, string>> = {
  mantenimientos: "tipo || ' · ' || to_char(fecha_programada, 'DD/MM/YYYY')",
}
export const detalleOf = (tipo: PapeleraTipo): string => detalle[tipo] ?? 'null'

/** Fields of a record's GET that are not columns. */
const computedFields: Partial<Record<PapeleraTipo, (row: Row, hoy: string) => Row>> = {
  documentos: (row, hoy) => expiryOf(row as Parameters<typeof expiryOf>[0], hoy),
}

const showSchemaOf = (tipo: PapeleraTipo): z.ZodType<Row> => {
  const path = callPathOf(tipo)
  const endpointOf = (method: string) => endpoints.find(({ line }) => line === `${method} ${path}`)
  const endpoint = endpointOf('GET') ?? endpointOf('PUT')
  if (!endpoint) throw new Error(`${path} has neither GET nor PUT: the schema of restored records is unknown`)
  // Both return one record.
  return endpoint.data as z.ZodType<Row>
}
const showSchemas = Object.fromEntries(
  papeleraTipos.map((tipo) => [tipo, showSchemaOf(tipo)]),
  // fromEntries loses the key type.
) as Record<PapeleraTipo, z.ZodType<Row>>

/** Returns the restored record as its GET would. */
export const toShowResponse = (tipo: PapeleraTipo, row: Row, hoy: string): Row =>
  showSchemas[tipo].parse({ ...row, ...computedFields[tipo]?.(row, hoy) })
