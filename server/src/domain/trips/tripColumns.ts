import { fullName } from '@flota/contract/core/format.ts'
import { rutaSheet } from '@flota/contract/records/rutas.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { sheetColumns } from '../../platform/xlsx/list.ts'

export type TripColumnName = keyof typeof rutaSheet

/** Columns of a workbook of trips, in the order of an import. */
export const tripColumns = sheetColumns<Ruta, TripColumnName>(rutaSheet, {
  cliente: (ruta) => fullName(ruta.cliente_nombre, ruta.cliente_apellido),
  placa: ({ camion_placa }) => camion_placa,
  piloto: (ruta) => fullName(ruta.piloto_nombre, ruta.piloto_apellido),
  ayudante: ({ ayudante_nombre, ayudante_apellido }) =>
    ayudante_nombre === null ? null : fullName(ayudante_nombre, ayudante_apellido),
})
