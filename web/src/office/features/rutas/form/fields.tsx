import { formatQuetzales } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { rutaEstados } from '@flota/contract/records/estados.ts'
import type { Ruta, rutas } from '@flota/contract/trips/rutas.ts'
import type { FieldsOf } from '../../../../form/FieldSpec.ts'
import {
  dateField,
  hourField,
  numberField,
  selectField,
  textareaField,
  textField,
} from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { exceptionReason } from '../../../../trip/office/useTripCheck.ts'
import { ayudanteOf, clienteOf, pilotoOf } from '../../../../trip/tripTexts.ts'
import { quickCreate } from '../../../shared/catalogue/form/quickCreate.tsx'
import { autocompleteField } from './autocompleteField.tsx'
import { availabilitySource } from './availabilitySource.ts'
import { fetchNextNumber, fetchToday } from './useTripSuggestions.tsx'

// Twelve columns show a whole trip on a desktop screen. Dense packing keeps the client's row together.
export const twelveColumns = 'grid-cols-2 gap-x-3 md:grid-flow-dense md:grid-cols-12 md:gap-x-4 xl:gap-x-6'
const quarterWidth = { className: 'md:col-span-3' }
const thirdWidth = { className: 'max-md:col-span-2 md:col-span-4' }
const halfWidth = { className: 'max-md:col-span-2 md:col-span-6' }

const clienteOptions = { ...thirdWidth, sentByName: 'cliente', required: true }

const fields = {
  no_ruta: textField('No. de ruta', quarterWidth),
  estado: selectField('Estado', rutaEstados, quarterWidth),
  fecha: dateField('Fecha', { ...quarterWidth, brief: true }),
  hora: hourField('Hora', quarterWidth),
  cliente_id: recordField('Cliente', recordSources.clientes, clienteOf, {
    ...clienteOptions,
    quickCreate: quickCreate('clientes'),
  }),
  servicio: autocompleteField('Servicio', 'servicio', thirdWidth),
  mercaderia: autocompleteField('Mercadería', 'mercaderia', thirdWidth),
  origen: autocompleteField('Origen', 'origen', halfWidth),
  destino: autocompleteField('Destino', 'destino', halfWidth),
  camion_id: recordField('Camión', availabilitySource('camiones'), ({ camion_placa }: Ruta) => camion_placa, {
    ...thirdWidth,
    unknownMessage: sentences.unknownCamion,
    quickCreate: quickCreate('camiones'),
  }),
  chofer_id: recordField('Piloto', availabilitySource('choferes'), pilotoOf, {
    ...thirdWidth,
    unknownMessage: sentences.unknownChofer,
    quickCreate: quickCreate('choferes'),
  }),
  ayudante_id: recordField('Ayudante', availabilitySource('ayudantes'), (ruta: Ruta) => ayudanteOf(ruta), {
    ...thirdWidth,
    unknownMessage: sentences.unknownAyudante,
    quickCreate: quickCreate('ayudantes'),
  }),
  combustible: numberField('Combustible (gal)', thirdWidth),
  precio: numberField('Precio (Q)', {
    ...thirdWidth,
    formatStored: (precio) => precio.toFixed(2),
    format: formatQuetzales,
  }),
  duracion_min: numberField('Duración (min)', {
    ...thirdWidth,
    inputMode: 'numeric',
    hint: 'Vacía, la usual',
  }),
  comentario: textareaField('Comentario', { className: 'col-span-full', max: 2000 }),
  motivo_excepcion: {
    ...textField(exceptionReason.label, { className: 'col-span-full' }),
    isPresent: () => false,
  },
} satisfies FieldsOf<typeof rutas>

/** A save waits for neither the suggested number nor the suggested day. */
export const newFields = {
  ...fields,
  no_ruta: {
    ...fields.no_ruta,
    resolve: async (typed: string) => (typed ? undefined : fetchNextNumber().catch(() => undefined)),
  },
  fecha: {
    ...fields.fecha,
    // A day that the user cleared stays empty.
    resolve: async (typed: string, touched: boolean) =>
      typed || touched ? undefined : fetchToday().catch(() => undefined),
  },
} satisfies FieldsOf<typeof rutas>

/** Shows the exception reason, which the server requires to save a blocked trip. */
export const withExceptionReason = <F extends typeof fields>(fields: F): F => ({
  ...fields,
  motivo_excepcion: { ...fields.motivo_excepcion, isPresent: () => true },
})

/** An edit accepts an unknown client's name too. */
export const changedFields = {
  ...fields,
  cliente_id: recordField('Cliente', recordSources.clientes, clienteOf, {
    ...clienteOptions,
    free: true,
    noMatchText: 'No hay ninguno con ese nombre. Al guardar puedes crearlo.',
  }),
}
