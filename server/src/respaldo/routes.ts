import { respaldo } from '@flota/contract/respaldo.ts'
import { type App, serve } from '../http/serve.ts'
import type { Last } from './own.ts'

export function respaldoRoutes(app: App, last: () => Last | null): void {
  serve(app, respaldo.last, () => {
    const found = last()
    return found && { hecho_en: found.hecho_en, error: found.error }
  })
}
