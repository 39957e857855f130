import { fullName } from '@flota/contract/core/format.ts'
import type { SheetCampo } from '@flota/contract/imports/importarCampos.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { cell, dayCell, hourCell, listColumns, listWorkbook } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'

const columns = listColumns<Ruta, SheetCampo<'rutas'>>({
  no_ruta: cell(14, ({ no_ruta }) => no_ruta),
  fecha: dayCell(({ fecha }) => fecha),
  hora: hourCell(({ hora }) => hora),
  cliente: cell(36, (ruta) => fullName(ruta.cliente_nombre, ruta.cliente_apellido)),
  servicio: cell(28, ({ servicio }) => servicio),
  mercaderia: cell(24, ({ mercaderia }) => mercaderia),
  placa: cell(13, ({ camion_placa }) => camion_placa),
  piloto: cell(34, (ruta) => fullName(ruta.piloto_nombre, ruta.piloto_apellido)),
  ayudante: cell(34, ({ ayudante_nombre, ayudante_apellido }) =>
    ayudante_nombre === null ? null : fullName(ayudante_nombre, ayudante_apellido),
  ),
  origen: cell(26, ({ origen }) => origen),
  destino: cell(26, ({ destino }) => destino),
  precio: cell(16, ({ precio }) => precio ?? null, 'money'),
  combustible: cell(14, ({ combustible }) => combustible, 'decimal'),
  estado: cell(13, ({ estado }) => estado),
  comentario: cell(60, ({ comentario }) => comentario),
})

export const rutasExcel = (batches: AsyncIterable<Ruta[]>, about: WorkbookInfo) =>
  listWorkbook(columns, batches, about)
