import { endpoints } from '@flota/contract/endpoints.ts'
import { callPathOf, type PapeleraTipo, papeleraTipos } from '@flota/contract/registros.ts'
import type { z } from 'zod'
import { expiryOf } from '../../domain/documents/expiry.ts'

type Row = Record<string, unknown>

/** Which of several of its name a record is, as SQL over its table. */
const detalle: Partial<Record<PapeleraTipo, string>> = {
  mantenimientos: "tipo || ' · ' || to_char(fecha_programada, 'DD/MM/YYYY')",
}
export const detalleOf = (tipo: PapeleraTipo): string => detalle[tipo] ?? 'null'

/** What a record's GET tells beside its columns. */
const addedFields: Partial<Record<PapeleraTipo, (row: Row, hoy: string) => Row>> = {
  // The columns of documentos_leer.
  documentos: (row, hoy) => expiryOf(row as Parameters<typeof expiryOf>[0], hoy),
}

const showSchemaOf = (tipo: PapeleraTipo): z.ZodType<Row> => {
  const address = callPathOf(tipo)
  const endpointOf = (method: string) => endpoints.find(({ line }) => line === `${method} ${address}`)
  const found = endpointOf('GET') ?? endpointOf('PUT')
  if (!found) throw new Error(`${address} has no call: nobody could tell what a restored record is`)
  // Whichever record it is, these give an object.
  return found.data as z.ZodType<Row>
}
const shows = Object.fromEntries(
  papeleraTipos.map((tipo) => [tipo, showSchemaOf(tipo)]),
  // fromEntries forgets its keys.
) as Record<PapeleraTipo, z.ZodType<Row>>

/** A restored record has the shape of its own call, and no other fields. */
export const toShowResponse = (tipo: PapeleraTipo, row: Row, hoy: string): Row =>
  shows[tipo].parse({ ...row, ...addedFields[tipo]?.(row, hoy) })
