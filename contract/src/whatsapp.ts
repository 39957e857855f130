import { fecha, hora, nombreCompleto, sinRuta } from './format.ts'

/** Links that open a chat with a text to be sent. No zod: the browser imports it. */

const pais = '502'

/**
 * The digits that WhatsApp wants, without + or 00: '5555-1234' → '50255551234', '+503 7777 8888' → '50377778888';
 * undefined where they are no telephone.
 */
export function digitosDe(telefono: string): string | undefined {
  const written = telefono.replace(/[^\d+]/g, '')
  const [, abroad] = /^(?:\+|00)(.*)$/.exec(written) ?? []
  if (abroad !== undefined) return /^\d{8,15}$/.test(abroad) ? abroad : undefined
  if (/^\d{8}$/.test(written)) return pais + written
  return /^502\d{8}$/.test(written) ? written : undefined
}

/** What of a trip is told: of the price nothing. */
interface Viaje {
  no_ruta: string
  fecha: string
  hora: string
  origen: string
  destino: string
  cliente_nombre: string
  cliente_apellido: string | null
  camion_placa: string
  servicio: string
  mercaderia: string
  piloto_nombre: string
  piloto_apellido: string | null
  ayudante_nombre: string | null
  ayudante_apellido: string | null
  comentario: string | null
  estado: string
}

const mostCharacters = 900

function textOf(parts: (string | null)[], before = ''): string {
  const text = before + parts.filter(Boolean).join(' · ')
  const characters = [...text]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : text
}

const begin = (viaje: Viaje) => [
  `Ruta ${sinRuta(viaje.no_ruta)}`,
  `${fecha(viaje.fecha)} ${hora(viaje.hora)}`,
  `${viaje.origen} → ${viaje.destino}`,
  nombreCompleto(viaje.cliente_nombre, viaje.cliente_apellido),
  `Camión ${viaje.camion_placa}`,
]

export const textoAlPiloto = (viaje: Viaje) =>
  textOf([
    ...begin(viaje),
    viaje.servicio,
    viaje.mercaderia,
    viaje.ayudante_nombre && `Ayudante ${nombreCompleto(viaje.ayudante_nombre, viaje.ayudante_apellido)}`,
    viaje.comentario,
  ])

/** Without what the office says to its own people; `recibio` is who took a delivered cargo, where that is known. */
export function textoAlCliente(viaje: Viaje, recibio: string | null = null): string {
  const isDelivered = viaje.estado === 'Entregado'
  return textOf(
    [
      ...begin(viaje),
      viaje.mercaderia,
      `Piloto ${nombreCompleto(viaje.piloto_nombre, viaje.piloto_apellido)}`,
      isDelivered && recibio ? `Recibió ${recibio}` : null,
    ],
    isDelivered ? 'Su carga fue entregada. ' : 'Su carga salió. ',
  )
}

export const whatsappHref = (digitos: string, texto: string) =>
  `https://wa.me/${digitos}?text=${encodeURIComponent(texto)}`
