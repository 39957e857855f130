import { rutaEstados } from '@flota/contract/estados.ts'
import { quetzales } from '@flota/contract/format.ts'
import type { Ruta, rutas } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { FieldsOf } from '../../../../form/FieldSpec.ts'
import { number, select, textarea, typedDate, typedHour, typedText } from '../../../../form/fields.tsx'
import { choice } from '../../../../form/recordField.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import { motivo } from '../../../../trip/office/exceptionReason.ts'
import { ayudanteOf, clienteOf, pilotoOf } from '../../../../trip/tripTexts.ts'
import { makerOf } from '../../../shared/catalogue/form/quickCreate.tsx'
import { completed } from './autocompleteField.tsx'
import { byDisponible } from './availabilitySource.ts'
import { hoy, nextNumber } from './useTripSuggestions.tsx'

// Twelve columns show a whole trip on the clerk's screen; the phone has two. Dense: the client's row is not broken by the line below it.
export const twelveColumns = 'grid-cols-2 gap-x-3 md:grid-flow-dense md:grid-cols-12 md:gap-x-4 xl:gap-x-6'
const quarter = { className: 'md:col-span-3' }
const third = { className: 'max-md:col-span-2 md:col-span-4' }
const half = { className: 'max-md:col-span-2 md:col-span-6' }

const cliente = {
  ...third,
  sentByName: 'cliente',
  required: true,
}

const fields = {
  no_ruta: typedText('No. de ruta', quarter),
  estado: select('Estado', rutaEstados, quarter),
  fecha: typedDate('Fecha', { ...quarter, brief: true }),
  hora: typedHour('Hora', quarter),
  cliente_id: choice('Cliente', sources.clientes, clienteOf, { ...cliente, maker: makerOf('clientes') }),
  servicio: completed('Servicio', 'servicio', third),
  mercaderia: completed('Mercadería', 'mercaderia', third),
  origen: completed('Origen', 'origen', half),
  destino: completed('Destino', 'destino', half),
  camion_id: choice('Camión', byDisponible('camiones'), ({ camion_placa }: Ruta) => camion_placa, {
    ...third,
    unknown: sentences.unknownCamion,
    maker: makerOf('camiones'),
  }),
  chofer_id: choice('Piloto', byDisponible('choferes'), pilotoOf, {
    ...third,
    unknown: sentences.unknownChofer,
    maker: makerOf('choferes'),
  }),
  ayudante_id: choice('Ayudante', byDisponible('ayudantes'), (ruta: Ruta) => ayudanteOf(ruta), {
    ...third,
    unknown: sentences.unknownAyudante,
    maker: makerOf('ayudantes'),
  }),
  combustible: number('Combustible (gal)', third),
  precio: number('Precio (Q)', { ...third, written: (precio) => precio.toFixed(2), shown: quetzales }),
  duracion_min: number('Duración (min)', {
    ...third,
    inputMode: 'numeric',
    hint: 'Vacía, la usual',
  }),
  comentario: textarea('Comentario', {
    className: 'col-span-full',
    max: 2000,
  }),
  motivo_excepcion: { ...typedText(motivo.label, { className: 'col-span-full' }), when: () => false },
} satisfies FieldsOf<typeof rutas>

/** Who saves at once does not wait for the number and the day that are being suggested. */
export const newFields = {
  ...fields,
  no_ruta: {
    ...fields.no_ruta,
    settle: async (typed: string) => (typed ? undefined : nextNumber().catch(() => undefined)),
  },
  fecha: {
    ...fields.fecha,
    // Cleared it stays empty.
    settle: async (typed: string, touched: boolean) =>
      typed || touched ? undefined : hoy().catch(() => undefined),
  },
} satisfies FieldsOf<typeof rutas>

/** With the reason for saving what is blocked, where that is asked for. */
export const withMotivo = <F extends typeof fields>(fields: F): F => ({
  ...fields,
  motivo_excepcion: { ...fields.motivo_excepcion, when: () => true },
})

/** When editing, an unknown client's name is a valid value too. */
export const changedFields = {
  ...fields,
  cliente_id: choice('Cliente', sources.clientes, clienteOf, {
    ...cliente,
    free: true,
    none: 'No hay ninguno con ese nombre. Al guardar puedes crearlo.',
  }),
}
