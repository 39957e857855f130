import { fecha, hora, nombreCompleto, quetzales } from '@flota/contract/format.ts'
import type { changedRuta, Ruta } from '@flota/contract/rutas.ts'
import type { z } from 'zod'
import { parseCantidad } from '../../../form/parseCantidad.ts'
import type { Choice } from '../../../form/useCombobox.ts'
import { clienteOf, pilotoOf } from '../../../viaje/words.ts'

/** What the form holds: text as it is typed, and for each record that is chosen its id and its name. */
export interface Values {
  no_ruta: string
  cliente: Choice
  servicio: string
  mercaderia: string
  camion: Choice
  combustible: string
  origen: string
  destino: string
  chofer: Choice
  ayudante: Choice
  fecha: string
  hora: string
  precio: string
  comentario: string
  estado: string
}
export type Campo = keyof Values

export const labels: Record<Campo, string> = {
  no_ruta: 'No. de ruta',
  cliente: 'Cliente',
  servicio: 'Servicio',
  mercaderia: 'Mercadería',
  camion: 'Camión',
  combustible: 'Combustible (gal)',
  origen: 'Origen',
  destino: 'Destino',
  chofer: 'Piloto',
  ayudante: 'Ayudante',
  fecha: 'Fecha',
  hora: 'Hora',
  precio: 'Precio (Q)',
  comentario: 'Comentario',
  estado: 'Estado',
}
/** The fields, in the order of the wire. Object.keys forgets the keys that it was given. */
export const camposDeRuta = Object.keys(labels) as Campo[]

const nobody: Choice = { id: null, text: '' }

export const newValues = (day: string): Values => ({
  no_ruta: '',
  cliente: nobody,
  servicio: '',
  mercaderia: '',
  camion: nobody,
  combustible: '',
  origen: '',
  destino: '',
  chofer: nobody,
  ayudante: nobody,
  fecha: day,
  hora: '',
  precio: '',
  comentario: '',
  estado: 'Pendiente',
})

export const valuesOf = (ruta: Ruta): Values => ({
  no_ruta: ruta.no_ruta,
  cliente: { id: ruta.cliente_id, text: clienteOf(ruta) },
  servicio: ruta.servicio,
  mercaderia: ruta.mercaderia,
  camion: { id: ruta.camion_id, text: ruta.camion_placa },
  combustible: ruta.combustible === null ? '' : String(ruta.combustible),
  origen: ruta.origen,
  destino: ruta.destino,
  chofer: { id: ruta.chofer_id, text: pilotoOf(ruta) },
  ayudante:
    ruta.ayudante_id === null
      ? nobody
      : { id: ruta.ayudante_id, text: nombreCompleto(ruta.ayudante_nombre ?? '', ruta.ayudante_apellido) },
  fecha: ruta.fecha,
  hora: hora(ruta.hora),
  precio: ruta.precio === undefined ? '' : ruta.precio.toFixed(2),
  comentario: ruta.comentario ?? '',
  estado: ruta.estado,
})

/** The same as it is sent; a client that nobody was chosen for goes by name. */
export const bodyOf = ({ cliente, camion, chofer, ayudante, combustible, precio, ...texts }: Values) => ({
  ...texts,
  cliente_id: cliente.id,
  cliente: cliente.id === null ? cliente.text : null,
  camion_id: camion.id,
  chofer_id: chofer.id,
  ayudante_id: ayudante.id,
  combustible: parseCantidad(combustible),
  precio: parseCantidad(precio),
})

/** A form that its schema has let through, ready for the call. */
export const sentOf = (values: Values) => bodyOf(values) as z.input<typeof changedRuta>

/** Which field shows what the server says of one of its own. */
export const campoOf = (sent: string): Campo | undefined =>
  camposDeRuta.find((campo) => campo === sent.replace(/_id$/, ''))

const textOf = (value: string | Choice) => (typeof value === 'string' ? value : value.text)

const isAmount = (digits: string) => /^\d+(\.\d+)?$/.test(digits)

/** '1,200' and '1200.00' are one amount; what is none is its text. */
const amountOf = (text: string) => {
  const digits = parseCantidad(text)
  return isAmount(digits) ? String(Number(digits)) : digits
}

/** Whether two values are the same for whoever reads them and for the server. */
export function same(campo: Campo, a: Values, b: Values): boolean {
  const [one, other] = [a[campo], b[campo]]
  if (campo === 'precio' || campo === 'combustible') return amountOf(textOf(one)) === amountOf(textOf(other))
  if (typeof one !== 'string' && typeof other !== 'string' && (one.id ?? other.id) !== null)
    return one.id === other.id
  return textOf(one).trim() === textOf(other).trim()
}

/** A value as it is read beside another. */
export function shownValue(campo: Campo, values: Values): string {
  const text = textOf(values[campo])
  if (text === '') return 'Vacío'
  if (campo === 'fecha' && /^\d{4}-\d{2}-\d{2}$/.test(text)) return fecha(text)
  return campo === 'precio' && isAmount(parseCantidad(text)) ? quetzales(Number(parseCantidad(text))) : text
}
