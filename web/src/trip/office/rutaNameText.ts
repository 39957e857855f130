import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { clienteOf } from '../tripTexts.ts'
import { tripNameText } from './tripNameText.ts'

export const rutaNameText = (ruta: Ruta) => tripNameText({ ...ruta, cliente: clienteOf(ruta) })
