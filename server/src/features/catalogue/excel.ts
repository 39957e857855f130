import type { AnyRow } from '@flota/contract/people/catalogue.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import { dayValue, listWorkbook } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'

/** Writes every field, then the read-only columns of the list. */
export const catalogueExcel =
  ({ fields, readOnly, columns }: AnyCatalogue) =>
  (batches: AsyncIterable<AnyRow[]>, about: WorkbookInfo) => {
    const fieldColumns = Object.entries(fields).map(([name, { label, type }]) => ({
      title: label,
      width: type === 'date' ? 18 : 26,
      format: type === 'date' ? ('date' as const) : ('general' as const),
      of: (row: AnyRow) => {
        const value = row[name] ?? null
        return type === 'date' ? dayValue(value === null ? null : String(value)) : value
      },
    }))
    const readOnlyColumns = Object.entries(readOnly)
      .filter(([name]) => columns.includes(name))
      .map(([name, title]) => ({
        title: String(title),
        width: 18,
        format: 'general' as const,
        of: (row: AnyRow) => row[name] ?? null,
      }))
    return listWorkbook([...fieldColumns, ...readOnlyColumns], batches, about)
  }
