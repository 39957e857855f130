import { nombreCompleto } from '@flota/contract/format.ts'
import type { Tarifa } from '@flota/contract/tarifas.ts'
import type { About } from '../xlsx/about.ts'
import { dayColumn, type ListColumn, listColumn, listWorkbook } from '../xlsx/list.ts'

const columns: readonly ListColumn<Tarifa>[] = [
  listColumn('cliente', 36, ({ cliente_nombre, cliente_apellido }) =>
    cliente_nombre === null ? null : nombreCompleto(cliente_nombre, cliente_apellido),
  ),
  listColumn('origen', 26, ({ origen }) => origen),
  listColumn('destino', 26, ({ destino }) => destino),
  listColumn('servicio', 28, ({ servicio }) => servicio),
  listColumn('precio', 16, ({ precio }) => precio, 'money'),
  listColumn('duracion_min', 12, ({ duracion_min }) => duracion_min),
  dayColumn('vigente_desde', ({ vigente_desde }) => vigente_desde),
  dayColumn('vigente_hasta', ({ vigente_hasta }) => vigente_hasta),
]

export const tarifasExcel = (batches: AsyncIterable<Tarifa[]>, about: About) =>
  listWorkbook(columns, batches, about)
