import type { Aviso } from '@flota/contract/system/avisos.ts'
import { tripNameText } from '../../../trip/office/tripNameText.ts'

/** Returns the names of the notice's trips; of several each with its number. */
export const avisoTripTexts = ({ viajes = [] }: Aviso) =>
  viajes.map((viaje) => `${viajes.length > 1 ? `${viaje.no_ruta}: ` : ''}${tripNameText(viaje)}`)
