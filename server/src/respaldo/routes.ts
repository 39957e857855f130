import { respaldo } from '@flota/contract/respaldo.ts'
import { type App, serve } from '../http/serve.ts'
import type { Last } from './own.ts'

export function respaldoRoutes(app: App, last: () => Last | null): void {
  serve(app, respaldo.last, () => {
    const found = last()
    if (!found) return null
    const { hecho_en, error, archivos_faltan } = found
    return { hecho_en, error, archivos_faltan }
  })
}
