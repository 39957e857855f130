import { nowIn } from '@flota/contract/core/dates.ts'
import { cambioLines } from '@flota/contract/records/cambios.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'
import { partOfDay, serialOf } from '../../platform/xlsx/list.ts'
import type { CellValue, WorkbookInfo, XlsxColumn } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'

const columnsIn = (zona: string): readonly (XlsxColumn & { of: (row: Anotacion) => CellValue })[] => {
  const clock = ({ momento }: Anotacion) => nowIn(zona, new Date(momento))
  return [
    { title: 'Fecha', width: 13, format: 'date', of: (row) => serialOf(clock(row).slice(0, 10)) ?? null },
    { title: 'Hora', width: 9, format: 'time', of: (row) => partOfDay(clock(row).slice(11)) },
    { title: 'Usuario', width: 20, format: 'general', of: ({ usuario }) => usuario },
    { title: 'Acción', width: 13, format: 'general', of: ({ accion }) => accion },
    { title: 'Tipo', width: 18, format: 'general', of: ({ tipo }) => tipo },
    { title: 'Registro', width: 34, format: 'general', of: ({ nombre }) => nombre },
    {
      title: 'Cambios',
      width: 60,
      format: 'general',
      of: ({ cambios }) => cambioLines(cambios, zona).join('; '),
    },
    { title: 'Motivo', width: 40, format: 'general', of: ({ motivo }) => motivo },
    { title: 'Dirección', width: 18, format: 'general', of: ({ direccion }) => direccion },
  ]
}

export function bitacoraExcel(batches: AsyncIterable<Anotacion[]>, zona: string, about: WorkbookInfo) {
  const columns = columnsIn(zona)
  async function* rows() {
    for await (const batch of batches) yield batch.map((row) => columns.map(({ of }) => of(row)))
  }
  return workbook([{ name: 'Bitácora', columns, rows: rows() }], about)
}
