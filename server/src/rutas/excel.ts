import { nombreCompleto } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import type { About } from '../xlsx/about.ts'
import { dayColumn, hourColumn, type ListColumn, listColumn, listWorkbook } from '../xlsx/list.ts'

const columns: readonly ListColumn<Ruta>[] = [
  listColumn('no_ruta', 14, ({ no_ruta }) => no_ruta),
  dayColumn('fecha', ({ fecha }) => fecha),
  hourColumn('hora', ({ hora }) => hora),
  listColumn('cliente', 36, (ruta) => nombreCompleto(ruta.cliente_nombre, ruta.cliente_apellido)),
  listColumn('servicio', 28, ({ servicio }) => servicio),
  listColumn('mercaderia', 24, ({ mercaderia }) => mercaderia),
  listColumn('placa', 13, ({ camion_placa }) => camion_placa),
  listColumn('piloto', 34, (ruta) => nombreCompleto(ruta.piloto_nombre, ruta.piloto_apellido)),
  listColumn('ayudante', 34, ({ ayudante_nombre, ayudante_apellido }) =>
    ayudante_nombre === null ? null : nombreCompleto(ayudante_nombre, ayudante_apellido),
  ),
  listColumn('origen', 26, ({ origen }) => origen),
  listColumn('destino', 26, ({ destino }) => destino),
  listColumn('precio', 16, ({ precio }) => precio ?? null, 'money'),
  listColumn('combustible', 14, ({ combustible }) => combustible, 'decimal'),
  listColumn('estado', 13, ({ estado }) => estado),
  listColumn('comentario', 60, ({ comentario }) => comentario),
]

export const rutasExcel = (batches: AsyncIterable<Ruta[]>, about: About) =>
  listWorkbook(columns, batches, about)
