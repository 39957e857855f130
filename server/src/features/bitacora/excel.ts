import { nowIn } from '@flota/contract/core/dates.ts'
import { cambioLines } from '@flota/contract/records/cambios.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'
import { cell, type ListColumn, listWorkbook, partOfDay, serialOf } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'

const columnsIn = (zona: string): readonly ListColumn<Anotacion>[] => {
  const clock = ({ momento }: Anotacion) => nowIn(zona, new Date(momento))
  return [
    { title: 'Fecha', ...cell(13, (row) => serialOf(clock(row).slice(0, 10)) ?? null, 'date') },
    { title: 'Hora', ...cell(9, (row) => partOfDay(clock(row).slice(11)), 'time') },
    { title: 'Usuario', ...cell(20, ({ usuario }) => usuario) },
    { title: 'Acción', ...cell(13, ({ accion }) => accion) },
    { title: 'Tipo', ...cell(18, ({ tipo }) => tipo) },
    { title: 'Registro', ...cell(34, ({ nombre }) => nombre) },
    { title: 'Cambios', ...cell(60, ({ cambios }) => cambioLines(cambios, zona).join('; ')) },
    { title: 'Motivo', ...cell(40, ({ motivo }) => motivo) },
    { title: 'Dirección', ...cell(18, ({ direccion }) => direccion) },
  ]
}

export const bitacoraExcel = (batches: AsyncIterable<Anotacion[]>, about: WorkbookInfo, zona: string) =>
  listWorkbook(columnsIn(zona), batches, about, 'Bitácora')
