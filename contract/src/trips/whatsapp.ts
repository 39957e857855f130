import { formatFecha, formatHora, formatQuetzales, fullName, stripRutaPrefix } from '../core/format.ts'
import { type Bucket, bucketLabels, noInvoices } from '../records/porCobrar.ts'

/** Builds links that open a WhatsApp chat with a prepared text. No zod: the web imports it. */

const countryCode = '502'

/** Returns WhatsApp's digits: '5555-1234' becomes '50255551234'. Returns undefined if it is no number. */
export function whatsappDigits(telefono: string): string | undefined {
  const written = telefono.replace(/[^\d+]/g, '')
  const [, abroad] = /^(?:\+|00)(.*)$/.exec(written) ?? []
  if (abroad !== undefined) return /^\d{8,15}$/.test(abroad) ? abroad : undefined
  if (/^\d{8}$/.test(written)) return countryCode + written
  return /^502\d{8}$/.test(written) ? written : undefined
}

/** Fields of a trip that messages use. The price is not among them. */
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

/** Returns the text for the client, without internal notes. `recibio` received the delivered cargo. */
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

interface MessageStatement {
  corte: string
  /** Open invoices, the oldest first. */
  filas: readonly { serie: string; numero: string; vence: string; saldo: number }[]
  totales: Record<Bucket, number>
}

/** Returns the text of a statement of account, for WhatsApp and mail. */
export function statementMessage({ corte, filas, totales }: MessageStatement): string {
  const title = `Estado de cuenta al ${formatFecha(corte)}`
  const [oldest] = filas
  if (!oldest) return joinParts([title, noInvoices])
  const { serie, numero, vence, saldo } = oldest
  return joinParts([
    title,
    ...Object.entries(bucketLabels).map(
      ([name, label]) => `${label} ${formatQuetzales(totales[name as Bucket])}`,
    ),
    `Factura más antigua: ${serie}-${numero}, vence ${formatFecha(vence)}, saldo ${formatQuetzales(saldo)}`,
  ])
}

export const whatsappHref = (digitos: string, texto: string) =>
  `https://wa.me/${digitos}?text=${encodeURIComponent(texto)}`
