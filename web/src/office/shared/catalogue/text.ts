import { formatFecha, formatTelefono } from '@flota/contract/core/format.ts'
import type { CatalogueValues } from '@flota/contract/records/definition.ts'
import type { Catalogue, CatalogueRow } from './calls.ts'

export const labelOf = ({ fields, readOnly }: Catalogue, key: string) =>
  fields[key]?.label ?? readOnly[key] ?? key

/** Formats a value as text, 'N/A' if empty. */
export function textOf({ fields }: Catalogue, row: CatalogueRow, key: string): string {
  const value = row[key]
  if (value === null || value === undefined || value === '') return 'N/A'
  const field = fields[key]
  if (field?.type === 'date') return formatFecha(String(value))
  return field?.input === 'tel' ? formatTelefono(String(value)) : String(value)
}

export function orderLabels(catalogue: Catalogue): Record<string, string> {
  const by = labelOf(catalogue, String(catalogue.orderBy[0]))
  return {
    nombre: `${by}, de la A a la Z`,
    '-nombre': `${by}, de la Z a la A`,
    recientes: 'Más recientes primero',
    ...catalogue.orders,
  }
}

// TypeScript can't derive from the field names that these values are text.
type OwnFields = CatalogueValues<Catalogue['fields']>
export const recordNameOf = (catalogue: Catalogue, row: CatalogueRow) => catalogue.nameOf(row as OwnFields)
export const deleteQuestion = (catalogue: Catalogue, row: CatalogueRow) =>
  catalogue.confirmDelete(row as OwnFields)
