import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { clienteOf } from '../tripTexts.ts'

export const rutaName = (ruta: Ruta) => ({ ...ruta, cliente: clienteOf(ruta) })

export const rutaNameText = (ruta: Ruta) => tripNameText(rutaName(ruta))
