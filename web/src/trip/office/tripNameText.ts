import { formatFecha } from '@flota/contract/core/format.ts'
import type { TripName } from '@flota/contract/core/tripName.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { clienteOf } from '../tripTexts.ts'

/** Returns 'Transportes Maya · Cobán → Mixco · 21/11/2026', which stands beside a trip's number. */
export const tripNameText = ({ cliente, origen, destino, fecha }: TripName) =>
  [cliente, `${origen} → ${destino}`, formatFecha(fecha)].join(' · ')

export const rutaNameText = (ruta: Ruta) => tripNameText({ ...ruta, cliente: clienteOf(ruta) })
