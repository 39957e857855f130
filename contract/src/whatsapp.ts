import { formatFecha, formatHora, fullName, stripRutaPrefix } from './format.ts'

/** Links that open a chat with a text to be sent. No zod: the browser imports it. */

const countryCode = '502'

/**
 * The digits that WhatsApp wants, without + or 00: '5555-1234' → '50255551234', '+503 7777 8888' → '50377778888';
 * undefined where they are no telephone.
 */
export function whatsappDigits(telefono: string): string | undefined {
  const written = telefono.replace(/[^\d+]/g, '')
  const [, abroad] = /^(?:\+|00)(.*)$/.exec(written) ?? []
  if (abroad !== undefined) return /^\d{8,15}$/.test(abroad) ? abroad : undefined
  if (/^\d{8}$/.test(written)) return countryCode + written
  return /^502\d{8}$/.test(written) ? written : undefined
}

/** What of a trip is told: of the price nothing. */
interface MessageTrip {
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

const maxMessageLength = 900

function joinParts(parts: (string | null)[], before = ''): string {
  const text = before + parts.filter(Boolean).join(' · ')
  const characters = [...text]
  return characters.length > maxMessageLength
    ? `${characters.slice(0, maxMessageLength - 1).join('')}…`
    : text
}

const tripSummary = (viaje: MessageTrip) => [
  `Ruta ${stripRutaPrefix(viaje.no_ruta)}`,
  `${formatFecha(viaje.fecha)} ${formatHora(viaje.hora)}`,
  `${viaje.origen} → ${viaje.destino}`,
  fullName(viaje.cliente_nombre, viaje.cliente_apellido),
  `Camión ${viaje.camion_placa}`,
]

export const pilotMessage = (viaje: MessageTrip) =>
  joinParts([
    ...tripSummary(viaje),
    viaje.servicio,
    viaje.mercaderia,
    viaje.ayudante_nombre && `Ayudante ${fullName(viaje.ayudante_nombre, viaje.ayudante_apellido)}`,
    viaje.comentario,
  ])

/** Without what the office says to its own people; `recibio` is who took a delivered cargo, where that is known. */
export function clientMessage(viaje: MessageTrip, recibio: string | null = null): string {
  const isDelivered = viaje.estado === 'Entregado'
  return joinParts(
    [
      ...tripSummary(viaje),
      viaje.mercaderia,
      `Piloto ${fullName(viaje.piloto_nombre, viaje.piloto_apellido)}`,
      isDelivered && recibio ? `Recibió ${recibio}` : null,
    ],
    isDelivered ? 'Su carga fue entregada. ' : 'Su carga salió. ',
  )
}

export const whatsappHref = (digitos: string, texto: string) =>
  `https://wa.me/${digitos}?text=${encodeURIComponent(texto)}`
