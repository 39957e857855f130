import { fecha, hora, nombreCompleto, sinRuta } from '@flota/contract/format.ts'
import type { MiRuta } from './misRutas.ts'

export const clienteDe = (ruta: MiRuta) => nombreCompleto(ruta.cliente_nombre, ruta.cliente_apellido)

export const ayudanteDe = (ruta: MiRuta) =>
  ruta.ayudante_nombre === null
    ? 'Sin ayudante'
    : nombreCompleto(ruta.ayudante_nombre, ruta.ayudante_apellido)

const gallons = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 2 })
export const combustibleDe = ({ combustible }: MiRuta) =>
  combustible === null ? '' : `${gallons.format(combustible)} gal`

/** Label → the value shown to a pilot. */
const told: Record<string, (ruta: MiRuta) => string> = {
  Estado: ({ estado }) => estado,
  Número: ({ no_ruta }) => sinRuta(no_ruta),
  Fecha: (ruta) => fecha(ruta.fecha),
  Hora: (ruta) => hora(ruta.hora),
  Origen: ({ origen }) => origen,
  Destino: ({ destino }) => destino,
  Cliente: clienteDe,
  Servicio: ({ servicio }) => servicio,
  Mercadería: ({ mercaderia }) => mercaderia,
  Camión: ({ camion_placa }) => camion_placa,
  Ayudante: ayudanteDe,
  Combustible: combustibleDe,
  Comentario: ({ comentario }) => comentario ?? '',
}

export interface Difference {
  label: string
  before: string
  after: string
}

/** The fields that differ, as the pilot reads them. */
export const differences = (before: MiRuta, after: MiRuta): Difference[] =>
  Object.entries(told)
    .map(([label, tell]) => ({ label, before: tell(before), after: tell(after) }))
    .filter((difference) => difference.before !== difference.after)
