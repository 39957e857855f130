import { fullName } from '@flota/contract/core/format.ts'
import { rutaSheet } from '@flota/contract/records/rutas.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { listWorkbook, sheetColumns } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'

const columns = sheetColumns<Ruta, keyof typeof rutaSheet>(rutaSheet, {
  cliente: (ruta) => fullName(ruta.cliente_nombre, ruta.cliente_apellido),
  placa: ({ camion_placa }) => camion_placa,
  piloto: (ruta) => fullName(ruta.piloto_nombre, ruta.piloto_apellido),
  ayudante: ({ ayudante_nombre, ayudante_apellido }) =>
    ayudante_nombre === null ? null : fullName(ayudante_nombre, ayudante_apellido),
})

export const rutasExcel = (batches: AsyncIterable<Ruta[]>, about: WorkbookInfo) =>
  listWorkbook(columns, batches, about)
