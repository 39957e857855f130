import type { FieldType } from '@flota/contract/core/fields.ts'
import { type ImportTipo, sheets } from '@flota/contract/imports/importarCampos.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import type { DescribedColumn } from '@flota/contract/records/sheets.ts'
import type { WorkbookInfo, XlsxColumn } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'

const typeHelps: Partial<Record<FieldType, string>> = {
  date: 'Día, mes y año.',
  amount: 'En quetzales, con dos decimales como máximo.',
}

const column = (title: string, width: number): XlsxColumn => ({ title, width, format: 'general' })

/** Returns a workbook with the headings in 'Datos' and an explanation of each column in 'Ayuda'. */
export function importTemplate(tipo: ImportTipo, creator: string, now: Date) {
  const campos = Object.entries<DescribedColumn>(sheets[tipo]).filter(([, { isImportOnly }]) => !isImportOnly)
  const info: WorkbookInfo = { title: `Plantilla de ${tipo}`, creator, created: now.toISOString() }
  const headings = campos.map(([campo]) =>
    column(campoLabel(campo), Math.max(14, campoLabel(campo).length + 4)),
  )
  const helpColumns = [
    column('Columna', 34),
    column('Obligatoria', 13),
    column('Qué se escribe', 64),
    column('Ejemplo', 32),
  ]
  const rows = campos.map(([campo, { isNeeded, type, help = typeHelps[type] ?? null, example = null }]) => [
    campoLabel(campo),
    isNeeded ? 'Sí' : 'No',
    help,
    example,
  ])
  return workbook(
    [
      { name: 'Datos', columns: headings, rows: [] },
      { name: 'Ayuda', columns: helpColumns, rows: [rows] },
    ],
    info,
  )
}
